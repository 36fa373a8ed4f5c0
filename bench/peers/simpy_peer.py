# SPDX-License-Identifier: Apache-2.0
"""SimPy: MODEL COUNT SEED, as in peer.h; a process for each customer and each disk request, a Resource for each station."""
import random
import sys
import time

import simpy


class Result:
    def __init__(self):
        self.sojourn_s = 0.0
        self.done = 0
        self.end_s = 0.0


def visit(env, station):
    with station.request() as turn:
        yield turn
        yield env.timeout(random.expovariate(1.0))


def customer(env, server, result):
    start_s = env.now
    with server.request() as turn:
        yield turn
        yield env.timeout(random.expovariate(1.0))
    result.sojourn_s += env.now - start_s
    result.done += 1


def arrivals(env, server, result, count):
    for _ in range(count):
        yield env.timeout(random.expovariate(0.9))
        env.process(customer(env, server, result))


def cycle(env, cpu, disks, result, count):
    while result.done < count:
        with cpu.request() as turn:
            yield turn
            yield env.timeout(random.expovariate(1.0))
        yield simpy.AllOf(env, [env.process(visit(env, disk)) for disk in disks])
        result.done += 1
        if result.done == count:
            result.end_s = env.now


def main(model, count, seed):
    random.seed(seed)
    env = simpy.Environment()
    result = Result()
    if model == "single_queue":
        env.process(arrivals(env, simpy.Resource(env, 1), result, count))
    else:
        cpu = simpy.Resource(env, 1)
        disks = [simpy.Resource(env, 1) for _ in range(8)]
        for _ in range(64):
            env.process(cycle(env, cpu, disks, result, count))
    start_s = time.process_time()
    env.run()
    elapsed_s = time.process_time() - start_s
    statistic = result.sojourn_s / result.done if model == "single_queue" else count / result.end_s
    print(f"{elapsed_s / count * 1e9:.2f} {statistic:.6f}")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
