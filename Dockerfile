# mergelab on Debian 12, built and ready:
#   docker build -t mergelab . && docker run --rm -v "$PWD/submission":/submission:ro mergelab ./lab grade /submission
# The strongest isolation needs user namespaces, which a container is given by --security-opt seccomp=unconfined
# --security-opt apparmor=unconfined --cap-add SYS_ADMIN; without them `./lab doctor` says what is missing.
FROM debian:12

RUN apt-get update && apt-get install -y --no-install-recommends \
      bubblewrap ca-certificates cmake g++ git libarchive-dev libboost-context-dev libcli11-dev libfmt-dev libgtest-dev \
      libseccomp-dev libsqlite3-dev ninja-build nlohmann-json3-dev python3-jsonschema \
    && rm -rf /var/lib/apt/lists/*

COPY . /mergelab
WORKDIR /mergelab
RUN ./lab list

CMD ["bash"]
