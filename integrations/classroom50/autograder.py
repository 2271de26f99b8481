#!/usr/bin/env python3
"""Classroom 50 runs this in a student's checkout, once for each submission; it writes result.json there.

Copy it to CLASSROOM/autograders/ASSIGNMENT/autograder.py, with a hand-out of mergelab as mergelab/ beside it, or let the
assignment's `runtime` name a container in which mergelab is installed. Whoever knows the address can read what lies there:
no secret, no solutions.

Exit code 0: graded. Any other: the grader failed, and Classroom 50 records an error, not a score.
"""
import os
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
checkout = pathlib.Path.cwd()
home = pathlib.Path(os.environ.get("MERGELAB_HOME", "/opt/mergelab"))


def main() -> int:
    tree = next((each for each in (here / "mergelab", home) if (each / "integrations" / "grade.sh").is_file()), None)
    if tree is None:
        print(f"error: mergelab is neither beside {__file__} nor in {home}", file=sys.stderr)
        return 3
    result = checkout / "result.json"
    result.unlink(missing_ok=True)
    if (tree / "lab").exists() and "MERGELAB" not in os.environ:
        done = subprocess.run(["bash", str(tree / "integrations" / "github" / "set_up.sh")], stdout=sys.stderr, check=False)
        if done.returncode != 0:
            return 3
    done = subprocess.run(
        ["bash", str(tree / "integrations" / "grade.sh"), str(checkout), "--emit", f"classroom50={result}"], check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
