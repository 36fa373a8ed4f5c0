// SPDX-License-Identifier: Apache-2.0
#include "models/device/cloud_volume.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "models/device/seek_curve.h"

namespace headroom::models {
namespace {

constexpr BytesPerSecond unlimited{std::numeric_limits<double>::infinity()};
constexpr BytesPerSecond one_mibps = 1_MiBps;

// Pipeline latency of one small request. Assumed: the documents promise "single-digit
// milliseconds" (SSD types) and "sub-millisecond" (Block Express) [AWS-PIOPS], no number. They set
// what a volume does at low depth; its limits do not depend on them.
constexpr Seconds general_purpose_latency = 0.7_ms;
constexpr Seconds provisioned_latency = 0.5_ms;
constexpr Seconds block_express_latency = 0.25_ms;
constexpr Seconds hdd_latency = 2_ms;

void require(bool condition, const char* sentence) {
  if (!condition) throw std::invalid_argument(sentence);
}

double in_gib(Bytes size) { return size / 1_GiB; }
double in_tib(Bytes size) { return size / 1_TiB; }

Device volume(std::string name, Bytes size, Seconds latency) {
  Device device;
  device.name = std::move(name);
  device.capacity = size;
  device.latency = {latency, latency};
  device.bandwidth = {unlimited, unlimited};
  return device;
}

// Up to 256 KiB is one I/O [AWS-IO].
Bucket ssd_iops(PerSecond iops) {
  Bucket bucket;
  bucket.request_unit = 256_KiB;
  bucket.rate = iops / PerSecond{1};
  bucket.burst_rate = bucket.rate;
  return bucket;
}

Bucket throughput_cap(BytesPerSecond throughput) {
  Bucket bucket;
  bucket.unit = Bucket::Unit::bytes;
  bucket.rate = throughput / BytesPerSecond{1};
  bucket.burst_rate = bucket.rate;
  return bucket;
}

// Up to 170 GiB 128 MiB/s. Above, 2023: 250 MiB/s, which below 334 GiB the IOPS bucket grants only
// while credits last. 2018: 0.75 MiB/s per GiB up to 160 [AWS-GP].
BytesPerSecond gp2_throughput(Bytes size, EbsEra era) {
  if (in_gib(size) <= 170) return 128 * one_mibps;
  if (era == EbsEra::current) return 250 * one_mibps;
  return std::clamp(0.75 * in_gib(size), 128.0, 160.0) * one_mibps;
}

// Credits are units of 1 MiB, as many as the volume has; also the request limit counts them.
Device hdd_volume(std::string name, Bytes size, BytesPerSecond base, BytesPerSecond burst) {
  Device device = volume(std::move(name), size, hdd_latency);
  Bucket bucket;
  bucket.request_unit = 1_MiB;
  bucket.merges_contiguous = true;
  bucket.rate = base / one_mibps;
  bucket.burst_rate = burst / one_mibps;
  bucket.capacity = size / 1_MiB;
  bucket.initial_fill = bucket.capacity;
  device.buckets = {bucket};
  return device;
}

}  // namespace

Device ebs_gp2(Bytes size, EbsEra era) {
  require(size >= 1_GiB && size <= 16_TiB, "a gp2 volume has 1 GiB to 16 TiB");
  constexpr double burst_iops = 3000;
  const double most = era == EbsEra::current ? 16000 : 10000;
  const double baseline = std::clamp(3 * in_gib(size), 100.0, most);
  Bucket credits = ssd_iops(PerSecond{baseline});
  if (baseline < burst_iops) {
    credits.burst_rate = burst_iops;
    credits.capacity = 5.4e6;
    credits.initial_fill = credits.capacity;
  }
  Device device = volume("gp2", size, general_purpose_latency);
  device.buckets = {credits, throughput_cap(gp2_throughput(size, era))};
  return device;
}

Device ebs_gp3(Bytes size, PerSecond iops, BytesPerSecond throughput) {
  require(size >= 1_GiB && size <= 16_TiB, "a gp3 volume has 1 GiB to 16 TiB");
  require(iops >= 3000_iops && iops <= 16000_iops, "a gp3 volume has 3000 to 16 000 IOPS");
  require(iops <= std::max(3000.0, 500 * in_gib(size)) * 1_iops,
          "a gp3 volume has at most 500 IOPS per GiB");
  require(throughput >= 125_MiBps && throughput <= 1000_MiBps,
          "a gp3 volume has 125 to 1000 MiB/s");
  require(throughput <= 0.25 * (iops / 1_iops) * one_mibps,
          "a gp3 volume has at most 0.25 MiB/s per provisioned IOPS");
  Device device = volume("gp3", size, general_purpose_latency);
  device.buckets = {ssd_iops(iops), throughput_cap(throughput)};
  return device;
}

Device ebs_io1(Bytes size, PerSecond iops, EbsEra era) {
  require(size >= 4_GiB && size <= 16_TiB, "an io1 volume has 4 GiB to 16 TiB");
  require(iops >= 100_iops && iops <= 64000_iops, "an io1 volume has 100 to 64 000 IOPS");
  require(era == EbsEra::current || iops <= 32000_iops,
          "an io1 volume had at most 32 000 IOPS until December 2018");
  require(iops <= 50 * in_gib(size) * 1_iops, "an io1 volume has at most 50 IOPS per GiB");
  Device device = volume("io1", size, provisioned_latency);
  const double mibps = std::max(iops / 64_iops, 500.0);  // 16 KiB per IOPS
  device.buckets = {ssd_iops(iops), throughput_cap(mibps * one_mibps)};
  return device;
}

Device ebs_io2(Bytes size, PerSecond iops) {
  require(size >= 4_GiB && size <= 16_TiB, "an io2 volume has 4 GiB to 16 TiB");
  require(iops >= 100_iops && iops <= 64000_iops, "an io2 volume has 100 to 64 000 IOPS");
  require(iops <= 500 * in_gib(size) * 1_iops, "an io2 volume has at most 500 IOPS per GiB");
  Device device = volume("io2", size, provisioned_latency);
  const double mibps = std::max(iops / 64_iops, 500.0);  // 16 KiB per IOPS
  device.buckets = {ssd_iops(iops), throughput_cap(mibps * one_mibps)};
  return device;
}

Device ebs_io2_block_express(Bytes size, PerSecond iops) {
  require(size >= 4_GiB && size <= 64_TiB, "an io2 Block Express volume has 4 GiB to 64 TiB");
  require(iops >= 100_iops && iops <= 256000_iops,
          "an io2 Block Express volume has 100 to 256 000 IOPS");
  require(iops <= 1000 * in_gib(size) * 1_iops,
          "an io2 Block Express volume has at most 1000 IOPS per GiB");
  Device device = volume("io2 Block Express", size, block_express_latency);
  const double mibps = std::min(0.256 * (iops / 1_iops), 4000.0);
  device.buckets = {ssd_iops(iops), throughput_cap(mibps * one_mibps)};
  return device;
}

Device ebs_st1(Bytes size) {
  require(size >= 125_GiB && size <= 16_TiB, "an st1 volume has 125 GiB to 16 TiB");
  const double base = std::min(40 * in_tib(size), 500.0);
  const double burst = std::min(250 * in_tib(size), 500.0);
  return hdd_volume("st1", size, base * one_mibps, burst * one_mibps);
}

Device ebs_sc1(Bytes size) {
  require(size >= 125_GiB && size <= 16_TiB, "an sc1 volume has 125 GiB to 16 TiB");
  const double base = 12 * in_tib(size);
  const double burst = std::min(80 * in_tib(size), 250.0);
  return hdd_volume("sc1", size, base * one_mibps, burst * one_mibps);
}

// The head is that of a 7200 rpm disk of the time (data sheets: 8.5 ms seek), assumed; 1 TiB was
// the largest volume. A random 4 KiB read takes about latency + 12.7 ms, which is within the 40 ..
// 200 IOPS that later documents give.
Device ebs_standard_2008(BytesPerSecond bandwidth, Seconds latency, Bytes size) {
  require(bandwidth > BytesPerSecond{0}, "a volume's bandwidth is positive");
  require(latency >= Seconds{0}, "a volume's latency is not negative");
  require(size > Bytes{0} && size <= 1_TiB, "a volume of 2008 has at most 1 TiB");
  Device device = volume("EBS standard", size, latency);
  device.bandwidth = {bandwidth, bandwidth};
  Positioning head;
  head.track_to_track = 1_ms;
  head.average_seek = 8.5_ms;
  head.full_stroke = 17_ms;
  head.rotation = Seconds{1.0 / 120};
  head.streams = 8;
  head.inner_bandwidth_share = 1;
  head.has_write_cache = true;
  const SeekCurve whole(head);
  head.average_seek = Seconds{whole.mean_seek_s(size / 1_TiB)};
  head.full_stroke = Seconds{whole.seek_s(size / 1_TiB)};
  device.positioning = head;
  return device;
}

// The drives are throttled to the published rate by the hypervisor, so the rate is a bucket.
// 90 and 25 us for one 4 KiB request are assumed, typical of NVMe flash.
Device instance_store(const InstanceStore& store) {
  Device device = volume("instance store", store.capacity, Seconds{0});
  for (const Direction d : {Direction::read, Direction::write}) {
    require(store.iops[d] > PerSecond{0}, "a local drive's IOPS are positive");
    const bool is_given = store.bandwidth[d] > BytesPerSecond{0};
    device.bandwidth[d] = is_given ? store.bandwidth[d] : 1.25 * 4_KiB * store.iops[d];
    const Seconds alone = d == Direction::read ? 90_us : 25_us;
    device.latency[d] = std::max(alone - 4_KiB / device.bandwidth[d], Seconds{0});
    Bucket bucket;
    bucket.rate = store.iops[d] / PerSecond{1};
    bucket.burst_rate = bucket.rate;
    bucket.reads = d == Direction::read;
    bucket.writes = d == Direction::write;
    device.buckets.push_back(bucket);
  }
  return device;
}

}  // namespace headroom::models
