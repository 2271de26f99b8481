"""Prints the engine's counters over a GPU's, as Markdown: join.py FOLDER reads what compare.sh left there.
Figures are ratios, for objects made by g++; clang's follow in brackets where they differ by more than 1%."""
import csv
import os
import sys

# Graded columns are highlighted; "over ideal" is graded as a ratio.
COLUMNS = [("**loads**", "global_loads"), ("**distinct**", "global_fetched"),
           ("requests", "global_load_requests"), ("**sectors**", "global_load_sectors"),
           ("**stores**", "global_stores"), ("requests", "global_store_requests"),
           ("**sectors**", "global_store_sectors"), ("shared load wavefronts", "shared_load_wavefronts"),
           ("conflicts", "shared_load_conflicts"), ("shared store wavefronts", "shared_store_wavefronts"),
           ("conflicts", "shared_store_conflicts"), ("**over ideal**", "shared_store_ratio"),
           ("**barriers**", "barriers")]
TOLERANCE = 0.05


def read(folder, name):
    path = os.path.join(folder, name + ".csv")
    if not os.path.exists(path):
        return {}
    with open(path, newline="") as file:
        cases = {row.pop("case"): {k: float(v) for k, v in row.items()} for row in csv.DictReader(file)}
    for row in cases.values():
        ideal = row["shared_store_wavefronts"] - row["shared_store_conflicts"]
        row["shared_store_ratio"] = row["shared_store_wavefronts"] / ideal if ideal else 0
    return cases


def ratio(engine, gpu):
    if gpu == 0:
        return None if engine == 0 else float("inf")
    return engine / gpu


def text(value):
    if value is None:
        return "–"
    return "equal" if abs(value - 1) < 0.0005 else f"{value:.3f}" if abs(value - 1) < 0.01 else f"{value:.2f}"


def cell(ratios):
    first = ratios[0]
    shown = text(first)
    if len(ratios) > 1 and first is not None and ratios[1] is not None and abs(first - ratios[1]) > 0.01:
        shown += f" ({text(ratios[1])})"
    return shown


def missed(ratios):
    return any(r is not None and abs(r - 1) > TOLERANCE for r in ratios)


def folded(rows):
    """Joins neighbouring rows that differ only in the last word of the case."""
    result = []
    for name, cells in rows:
        start, _, last = name.rpartition(" ")
        if result and result[-1][2] == cells and result[-1][1] == start:
            result[-1][0] += ", " + last
        else:
            result.append([name, start, cells])
    return [(name, cells) for name, _, cells in result]


def table(engines, gpu, cases):
    print("| case | " + " | ".join(name for name, _ in COLUMNS) + " |")
    print("|" + "---|" * (len(COLUMNS) + 1))
    rows, misses = [], []
    for case in cases:
        cells = []
        for _, column in COLUMNS:
            ratios = [ratio(engine[case][column], gpu[case][column]) for engine in engines]
            cells.append(cell(ratios))
            if missed(ratios):
                misses.append((case, column, cells[-1]))
        rows.append((case, cells))
    for name, cells in folded(rows):
        print(f"| {name} | " + " | ".join(cells) + " |")
    return misses


def main():
    folder = sys.argv[1]
    engines = [cases for cases in (read(folder, "engine_g++"), read(folder, "engine_clang++")) if cases]
    gpu, rolled = read(folder, "gpu_unrolled"), read(folder, "gpu_rolled")
    if not engines or not gpu:
        sys.exit(f"error: {folder} needs engine_g++.csv or engine_clang++.csv, and gpu_unrolled.csv; "
                 "compare.sh engine and compare.sh gpu make them")
    cases = [case for case in engines[0] if case in gpu]
    misses = table(engines, gpu, cases)
    if rolled:
        print("\nWith `#pragma unroll 1` at every loop, what was off by more than 5%:\n")
        print("| case | counter | as nvcc compiles it | not unrolled |\n|---|---|---|---|")
        rows = []
        for case, column, shown in misses:
            again = cell([ratio(engine[case][column], rolled[case][column]) for engine in engines])
            rows.append((case, [column.replace("_", " "), shown, again]))
        for name, cells in folded(rows):
            print(f"| {name} | " + " | ".join(cells) + " |")


main()
