"""Which files of ours have changed since a commit, and which include these, for the steps of .ci/run that take those alone."""
import pathlib
import re
import subprocess

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)


def changed_since(commit):
    """What git has as changed or new, in the working tree, too; relative to the checkout's root."""
    changed = subprocess.run(["git", "diff", "--name-only", "--diff-filter=d", commit, "--"], text=True, capture_output=True, check=True)
    new = subprocess.run(["git", "ls-files", "--others", "--exclude-standard"], text=True, capture_output=True, check=True)
    return set(changed.stdout.split("\n") + new.stdout.split("\n")) - {""}


def includes_by_file(files):
    """What each file names in its #include lines, without a leading ../"""
    return {file: [re.sub(r"^(\.\.?/)+", "", name) for name in INCLUDE.findall(pathlib.Path(file).read_text())] for file in files}


def includes_one_of(names, headers):
    """Whether one of the names may mean one of the headers: what it ends with counts, whatever the include folders are."""
    return any(header == name or header.endswith("/" + name) for name in names for header in headers)


def with_includers(headers, includes):
    """The headers, and all files that include them, directly or through others."""
    found, last = set(headers), set(headers)
    while last:
        last = {file for file, names in includes.items() if file not in found and includes_one_of(names, last)}
        found |= last
    return found
