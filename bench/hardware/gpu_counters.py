"""Makes the engine's columns of what ncu counted: gpu_counters.py RUN reads RUN.log, RUN.raw.csv and
RUN.source.csv, and prints CSV. In the log, a case's name follows the lines of its launches."""
import csv
import itertools
import math
import re
import sys

SHARED = {"LDS": "load", "STS": "store", "ATOMS": "store"}  # the engine counts atomics with the stores


def number(text):
    return float(text.replace(",", "")) if text[:1].isdigit() else 0


def launches(path):
    """One dictionary per launch, its columns by name."""
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(file) if len(row) > 10]
    return [dict(zip(rows[0], row)) for row in rows[2:]]  # the second row has units


def listings(path):
    """(kernel, its instructions), in the order of launches."""
    result, columns = [], None
    with open(path, newline="") as file:
        for row in csv.reader(file):
            if row and row[0] == "Kernel Name":
                result.append((row[1].replace("(int)", ""), []))  # of a template's arguments
                columns = None
            elif columns is None:
                columns = row
            elif row:
                result[-1][1].append(dict(zip(columns, row)))
    return result


def listing_of_each(rows, listed, run):
    """The instructions of each launch. ncu prints some listings twice, so launches of one kernel in a row are
    matched with its listings in a row."""
    result, at = [], 0
    for kernel, group in itertools.groupby(row["Kernel Name"] for row in rows):
        launched = len(list(group))
        same = list(itertools.takewhile(lambda listing: listing[0] == kernel, listed[at:]))
        at += len(same)
        if not same or len(same) % launched != 0:
            sys.exit(f"error: {run}: {len(same)} listings of {launched} launches of {kernel}")
        result += [instructions for _, instructions in same[::len(same) // launched]]
    return result


def opcode(line):
    """Its name without modifiers, and the bytes of an access."""
    found = re.match(r"\s*(?:@!?U?P\w+\s+)?([A-Z0-9]+)((?:\.[A-Z0-9]+)*)", line["Source"])
    if not found:
        return "", 0
    width = 4
    for part, of_part in ((".128", 16), (".64", 8), (".U16", 2), (".S16", 2), (".U8", 1), (".S8", 1)):
        if part in found.group(2):
            width = of_part
    return found.group(1), width


def count(launch, listing):
    lanes = {"LDG": 0, "STG": 0, "LDS": 0, "STS": 0}
    shared = {"load": [0, 0], "store": [0, 0]}  # wavefronts, and the bank conflicts among them
    load_bytes = waits = 0
    for line in listing:
        name, width = opcode(line)
        threads = number(line["Predicated-On Thread Instructions Executed"])
        if name in lanes:
            lanes[name] += threads
        if name in SHARED:
            shared[SHARED[name]][0] += number(line["L1 Wavefronts Shared"])
            shared[SHARED[name]][1] += number(line["L1 Wavefronts Shared Excessive"])
        if name == "LDG":
            load_bytes += threads * width
        if name == "BAR":
            waits += number(line["Instructions Executed"])
    distinct = number(launch["smsp__sass_data_bytes_mem_global_op_ld.sum"])
    threads = math.prod(int(side) for side in re.findall(r"\d+", launch["Block Size"]))
    row = {"global_loads": lanes["LDG"],
           "global_fetched": distinct * lanes["LDG"] / load_bytes if load_bytes else 0,
           "global_stores": lanes["STG"], "shared_loads": lanes["LDS"], "shared_stores": lanes["STS"]}
    for name, op in (("load", "ld"), ("store", "st")):
        for what in ("requests", "sectors"):
            row[f"global_{name}_{what}"] = number(launch[f"l1tex__t_{what}_pipe_lsu_mem_global_op_{op}.sum"])
        row[f"shared_{name}_wavefronts"], row[f"shared_{name}_conflicts"] = shared[name]
    row["barriers"] = waits / ((threads + 31) // 32)  # warps wait; a block has so many
    return row


def cases_of(log):
    """The case of each launch."""
    result, waiting = [], 0
    with open(log) as file:
        for line in file:
            if line.startswith("==PROF== Profiling"):
                waiting += 1
            elif line.startswith("case "):
                result += [line.strip()[len("case "):]] * waiting
                waiting = 0
    return result


def main():
    run = sys.argv[1]
    names, rows = cases_of(run + ".log"), launches(run + ".raw.csv")
    if len(names) != len(rows):
        sys.exit(f"error: {run}: {len(names)} launches in the log, {len(rows)} with counters")
    sources = listing_of_each(rows, listings(run + ".source.csv"), run)
    cases = {}
    for name, launch, listing in zip(names, rows, sources):
        case = cases.setdefault(name, {})
        for column, value in count(launch, listing).items():
            case[column] = case.get(column, 0) + value
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["case", *next(iter(cases.values()))])
    for name, case in cases.items():
        out.writerow([name, *(f"{value:.0f}" for value in case.values())])


main()
