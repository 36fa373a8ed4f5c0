// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "models/device/device.h"

namespace headroom::models {

/// EBS volume types of Amazon EC2 by their published rules, read in the versions of 2018-09,
/// 2019-05 and 2023-05; later increases are not covered. All throw std::invalid_argument with a
/// sentence that names the limit where size, IOPS or throughput are out of range.
///
/// Each is a set of token buckets behind a pipeline latency. SSD types count requests of up to
/// 256 KiB as one [AWS-IO]. The documents give no latency but "single-digit milliseconds": the
/// latencies set here are assumed (see cloud_volume.cpp); overwrite `Device::latency` where one was
/// measured. The limit of the instance comes on top.

/// Which edition of the gp2 and io1 limits holds.
enum class EbsEra {
  until_2018,  ///< before December 2018: gp2 10 000 IOPS and 160 MiB/s, io1 32 000 IOPS
  current      ///< gp2 16 000 IOPS and 250 MiB/s, io1 64 000 IOPS
};

/// General purpose SSD: 3 IOPS per GiB within 100 .. 16 000, bursts to 3000 from 5.4 million
/// credits, initially full; 128 .. 250 MiB/s [AWS-GP]. Size 1 GiB .. 16 TiB.
Device ebs_gp2(Bytes size, EbsEra era = EbsEra::current);

/// General purpose SSD, third generation: 3000 .. 16 000 IOPS (500 per GiB), 125 .. 1000 MiB/s
/// (0.25 MiB/s per IOPS), no burst [AWS-GP].
Device ebs_gp3(Bytes size, PerSecond iops = PerSecond{3000},
               BytesPerSecond throughput = BytesPerSecond{125.0 * 0x1p20});

/// Provisioned IOPS SSD: 100 .. 64 000 IOPS, 50 per GiB [AWS-PIOPS].
Device ebs_io1(Bytes size, PerSecond iops, EbsEra era = EbsEra::current);

/// As io1, but 500 IOPS per GiB [AWS-PIOPS].
Device ebs_io2(Bytes size, PerSecond iops);

/// io2 on instances that support Block Express: up to 256 000 IOPS, 1000 per GiB, 0.256 MiB/s per
/// IOPS up to 4000 MiB/s, 4 GiB .. 64 TiB [AWS-PIOPS].
Device ebs_io2_block_express(Bytes size, PerSecond iops);

/// Throughput-optimised HDD: 40 MiB/s per TiB, bursts to 250 per TiB, both up to 500; credits of
/// the volume's size; 125 GiB .. 16 TiB [AWS-HDD]. Credits count units of 1 MiB, also for a small
/// random request; sequential requests are gathered.
Device ebs_st1(Bytes size);

/// Cold HDD: 12 MiB/s per TiB, bursts to 80 per TiB up to 250; else as st1 [AWS-HDD].
Device ebs_sc1(Bytes size);

/// The magnetic volume of the first years: what one measures of it (a sequential bandwidth and the
/// latency of one request) over a rotating store, 7200 rpm assumed, of which the volume takes its
/// share of the stroke. The volume's server gathers writes in memory, so they do not wait for the
/// head one by one (assumed). Later documents say 40 .. 200 IOPS and 40 .. 90 MiB/s [AWS-IO].
/// Size up to 1 TiB, the largest volume of the time.
Device ebs_standard_2008(BytesPerSecond bandwidth, Seconds latency, Bytes size = Bytes{0x1p40});

/// What the instance's page says of its local NVMe drives [AWS-INSTANCE], 4 KiB random, all
/// of them together or one.
struct InstanceStore {
  Bytes capacity{0};
  PerDirection<PerSecond> iops;
  PerDirection<BytesPerSecond> bandwidth;  ///< 0: iops x 4 KiB x 1.25 (assumed; measure it)
};
Device instance_store(const InstanceStore& store);

}  // namespace headroom::models
