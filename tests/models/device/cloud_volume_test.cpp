// SPDX-License-Identifier: Apache-2.0
#include "models/device/cloud_volume.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "models/device/device_bounds.h"

using namespace headroom;
using namespace headroom::models;

namespace {

double iops(const Device& device, Bytes size = 4_KiB, Regime regime = Regime::sustained) {
  return max_request_rate(device, {Direction::read, size, false, 1}, regime) / 1_iops;
}

double mibps(const Device& device, Regime regime = Regime::sustained) {
  return max_bandwidth(device, {Direction::write, 1_MiB, true, 1}, regime) / 1_MiBps;
}

}  // namespace

TEST_CASE("gp2 bursts and refills as the vendor's table says", "[cloud]") {
  struct Row {
    double gib, baseline, lasts_s, refills_s;
  };
  for (const Row& row :
       {Row{1, 100, 1862, 54000}, Row{33.33, 100, 1862, 54000}, Row{100, 300, 2000, 18000},
        Row{334, 1002, 2703, 5389}, Row{750, 2250, 7200, 2400}}) {
    INFO(row.gib << " GiB");
    const Device device = ebs_gp2(row.gib * 1_GiB);
    const Bucket& credits = device.buckets.front();
    CHECK(iops(device) == Approx(row.baseline));
    CHECK(iops(device, 4_KiB, Regime::peak) == Approx(3000));
    CHECK(burst_duration(credits, credits.initial_fill, 1e9) / 1_s ==
          Approx(row.lasts_s).margin(0.5));
    CHECK(refill_duration(credits) / 1_s == Approx(row.refills_s).margin(0.5));
  }
}

TEST_CASE("a gp2 volume of 30 GB that writes 600 IOPS is spent after 3 hours", "[cloud]") {
  const Bucket credits = ebs_gp2(30_GB).buckets.front();
  CHECK(burst_duration(credits, credits.initial_fill, 600) / 1_h == Approx(3.0));
}

TEST_CASE("gp2 from 1000 GiB on has its baseline and no burst", "[cloud]") {
  CHECK(iops(ebs_gp2(1000_GiB), 4_KiB, Regime::peak) == Approx(3000));
  CHECK(iops(ebs_gp2(2000_GiB), 4_KiB, Regime::peak) == Approx(6000));
  CHECK(iops(ebs_gp2(5333_GiB)) == Approx(15999));
  CHECK(iops(ebs_gp2(5334_GiB)) == Approx(16000));
  CHECK(iops(ebs_gp2(16_TiB)) == Approx(16000));
  CHECK(iops(ebs_gp2(3333_GiB, EbsEra::until_2018)) == Approx(9999));
  CHECK(iops(ebs_gp2(5000_GiB, EbsEra::until_2018)) == Approx(10000));
}

TEST_CASE("gp2 throughput has its steps at 170 and 334 GiB, earlier at 214", "[cloud]") {
  CHECK(mibps(ebs_gp2(170_GiB), Regime::peak) == Approx(128));
  CHECK(mibps(ebs_gp2(171_GiB), Regime::peak) == Approx(250));
  CHECK(mibps(ebs_gp2(200_GiB)) == Approx(150));  // credits spent: 600 IOPS of 256 KiB
  CHECK(mibps(ebs_gp2(334_GiB)) == Approx(250));
  CHECK(mibps(ebs_gp2(170_GiB, EbsEra::until_2018), Regime::peak) == Approx(128));
  CHECK(mibps(ebs_gp2(200_GiB, EbsEra::until_2018), Regime::peak) == Approx(150));
  CHECK(mibps(ebs_gp2(1_TiB, EbsEra::until_2018)) == Approx(160));
}

TEST_CASE("gp3 has what is provisioned, reads and writes from one budget", "[cloud]") {
  const Device device = ebs_gp3(20_GiB);
  CHECK(iops(device) == Approx(3000));
  CHECK(iops(device, 16_KiB) == Approx(3000));
  CHECK(iops(device, 4_KiB, Regime::peak) == Approx(3000));
  CHECK(mibps(device) == Approx(125));
  CHECK((device.buckets.front().reads && device.buckets.front().writes));
  CHECK(iops(ebs_gp3(1_TiB, 16000_iops, 1000_MiBps)) == Approx(16000));
  CHECK(mibps(ebs_gp3(1_TiB, 16000_iops, 1000_MiBps)) == Approx(1000));
  CHECK(mibps(ebs_gp3(1_TiB, 3000_iops, 700_MiBps)) == Approx(700));
}

TEST_CASE("provisioned IOPS carry 256 KiB up to 500 MiB/s, then 16 KiB each", "[cloud]") {
  CHECK(mibps(ebs_io1(100_GiB, 1000_iops)) == Approx(250));
  CHECK(mibps(ebs_io1(100_GiB, 2000_iops)) == Approx(500));
  CHECK(mibps(ebs_io1(1_TiB, 32000_iops)) == Approx(500));
  CHECK(mibps(ebs_io1(1_TiB, 48000_iops)) == Approx(750));
  CHECK(mibps(ebs_io2(1_TiB, 64000_iops)) == Approx(1000));
  CHECK(iops(ebs_io2(1_TiB, 64000_iops)) == Approx(64000));
  CHECK(iops(ebs_io1(100_GiB, 5000_iops)) == Approx(5000));
  CHECK(mibps(ebs_io2_block_express(1_TiB, 8000_iops)) == Approx(2000));
  CHECK(mibps(ebs_io2_block_express(1_TiB, 16000_iops)) == Approx(4000));
  CHECK(iops(ebs_io2_block_express(1_TiB, 256000_iops)) == Approx(256000));
}

TEST_CASE("st1 and sc1 rates follow the vendor's examples", "[cloud]") {
  struct Row {
    double tib, base, burst;
  };
  for (const Row& row : {Row{0.125, 5, 31.25}, Row{0.5, 20, 125}, Row{1, 40, 250}, Row{2, 80, 500},
                         Row{5, 200, 500}, Row{12.5, 500, 500}}) {
    INFO(row.tib << " TiB");
    CHECK(mibps(ebs_st1(row.tib * 1_TiB)) == Approx(row.base));
    CHECK(mibps(ebs_st1(row.tib * 1_TiB), Regime::peak) == Approx(row.burst));
  }
  CHECK(mibps(ebs_sc1(16_TiB)) == Approx(192));
  CHECK(mibps(ebs_sc1(3.125_TiB), Regime::peak) == Approx(250));
  CHECK(mibps(ebs_sc1(1_TiB), Regime::peak) == Approx(80));
}

TEST_CASE("a whole st1 volume of 5 TiB is scanned in 2.91 hours from a full bucket", "[cloud]") {
  const Device device = ebs_st1(5_TiB);
  const Bucket& credits = device.buckets.front();
  const Seconds scan = 5_TiB / max_bandwidth(device, {Direction::read, 1_MiB, true, 1});
  CHECK(scan / 1_h == Approx(2.91).margin(0.005));
  CHECK(burst_duration(credits, credits.initial_fill, 1e9) > scan);
  // 90 % of the burst rate 99 % of the time is what is promised.
  CHECK(scan / 1_h / (0.90 * 0.99) == Approx(3.27).margin(0.005));
}

TEST_CASE("small random requests to HDD volumes cost whole credits, sequential ones parts",
          "[cloud]") {
  const Device device = ebs_st1(2_TiB);
  CHECK(iops(device, 4_KiB, Regime::peak) == Approx(500));
  const RequestKind stream{Direction::read, 64_KiB, true, 1};
  CHECK(max_bandwidth(device, stream) / 1_MiBps == Approx(500));
}

TEST_CASE("the early network volume has the bandwidth and latency measured, and a disk's rates",
          "[cloud]") {
  const Device device = ebs_standard_2008(63.5_MBps, 5_ms);
  CHECK_FALSE(fault(device));
  CHECK(max_bandwidth(device, {Direction::write, 1_MB, true, 1}) == 63.5_MBps);
  CHECK(idle_response_time(device, {Direction::read, 635_kB, true, 1}) / 1_ms == Approx(15));
  CHECK(device.positioning->streams > 1);  // its store follows several
  CHECK(iops(device) > 40);
  CHECK(iops(device) < 200);
}

TEST_CASE("an instance store has the rates of its page", "[cloud]") {
  InstanceStore store;
  store.capacity = 475_GB;
  store.iops = {100125_iops, 35000_iops};
  const Device device = instance_store(store);
  CHECK_FALSE(fault(device));
  CHECK(iops(device) == Approx(100125));
  CHECK(max_request_rate(device, {Direction::write, 4_KiB, false, 1}) == 35000_iops);
  CHECK(idle_response_time(device, {Direction::read, 4_KiB, false, 1}) / 1_us == Approx(90));
  store.bandwidth.read = 600_MBps;
  CHECK(max_bandwidth(instance_store(store), {Direction::read, 1_MiB, true, 1}) == 600_MBps);
}

TEST_CASE("volumes out of range are refused with the limit, those at it are not", "[cloud]") {
  CHECK_THROWS_WITH(ebs_gp2(0.5_GiB), "a gp2 volume has 1 GiB to 16 TiB");
  CHECK_THROWS_WITH(ebs_gp2(17_TiB), "a gp2 volume has 1 GiB to 16 TiB");
  CHECK_THROWS_WITH(ebs_gp3(17_TiB), "a gp3 volume has 1 GiB to 16 TiB");
  CHECK_THROWS_WITH(ebs_gp3(1_TiB, 2999_iops), "a gp3 volume has 3000 to 16 000 IOPS");
  CHECK_THROWS_WITH(ebs_gp3(1_TiB, 16001_iops), "a gp3 volume has 3000 to 16 000 IOPS");
  CHECK_THROWS_WITH(ebs_gp3(31_GiB, 16000_iops), "a gp3 volume has at most 500 IOPS per GiB");
  CHECK_NOTHROW(ebs_gp3(32_GiB, 16000_iops));
  CHECK_THROWS_WITH(ebs_gp3(1_TiB, 3000_iops, 124_MiBps), "a gp3 volume has 125 to 1000 MiB/s");
  CHECK_THROWS_WITH(ebs_gp3(1_TiB, 3000_iops, 751_MiBps),
                    "a gp3 volume has at most 0.25 MiB/s per provisioned IOPS");
  CHECK_NOTHROW(ebs_gp3(8_GiB, 4000_iops, 1000_MiBps));
  CHECK_THROWS_WITH(ebs_io1(3_GiB, 100_iops), "an io1 volume has 4 GiB to 16 TiB");
  CHECK_THROWS_WITH(ebs_io1(4_GiB, 99_iops), "an io1 volume has 100 to 64 000 IOPS");
  CHECK_THROWS_WITH(ebs_io1(99_GiB, 5000_iops), "an io1 volume has at most 50 IOPS per GiB");
  CHECK_NOTHROW(ebs_io1(100_GiB, 5000_iops));
  CHECK_THROWS_WITH(ebs_io1(1_TiB, 32001_iops, EbsEra::until_2018),
                    "an io1 volume had at most 32 000 IOPS until December 2018");
  CHECK_NOTHROW(ebs_io1(1_TiB, 32000_iops, EbsEra::until_2018));
  CHECK_THROWS_WITH(ebs_io2(3_GiB, 100_iops), "an io2 volume has 4 GiB to 16 TiB");
  CHECK_THROWS_WITH(ebs_io2(1_TiB, 64001_iops), "an io2 volume has 100 to 64 000 IOPS");
  CHECK_THROWS_WITH(ebs_io2(10_GiB, 5001_iops), "an io2 volume has at most 500 IOPS per GiB");
  CHECK_THROWS_WITH(ebs_io2_block_express(65_TiB, 1000_iops),
                    "an io2 Block Express volume has 4 GiB to 64 TiB");
  CHECK_THROWS_WITH(ebs_io2_block_express(1_TiB, 256001_iops),
                    "an io2 Block Express volume has 100 to 256 000 IOPS");
  CHECK_THROWS_WITH(ebs_io2_block_express(255_GiB, 256000_iops),
                    "an io2 Block Express volume has at most 1000 IOPS per GiB");
  CHECK_THROWS_WITH(ebs_st1(124_GiB), "an st1 volume has 125 GiB to 16 TiB");
  CHECK_THROWS_WITH(ebs_sc1(17_TiB), "an sc1 volume has 125 GiB to 16 TiB");
  CHECK_THROWS_WITH(ebs_standard_2008(0_MBps, 1_ms), "a volume's bandwidth is positive");
  CHECK_THROWS_WITH(ebs_standard_2008(1_MBps, -1_ms), "a volume's latency is not negative");
  CHECK_THROWS_WITH(instance_store({}), "a local drive's IOPS are positive");
}

TEST_CASE("every volume is a valid device that starts with its credits", "[cloud]") {
  for (const Device& device :
       {ebs_gp2(100_GiB), ebs_gp3(1_TiB), ebs_io1(1_TiB, 1000_iops), ebs_io2(1_TiB, 1000_iops),
        ebs_io2_block_express(1_TiB, 1000_iops), ebs_st1(1_TiB), ebs_sc1(1_TiB)}) {
    INFO(device.name);
    CHECK_FALSE(fault(device));
    CHECK(device.latency.read > 0_s);
    for (const Bucket& bucket : device.buckets) {
      CHECK(bucket.initial_fill == bucket.capacity);
      CHECK(std::isfinite(bucket.burst_rate));
    }
  }
}
