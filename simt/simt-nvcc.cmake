# Builds a project with enable_language(CUDA) for this machine's processor:
#   cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=/path/to/mergelab/simt/simt-nvcc.cmake
# The variables stand in for what CMake asks nvcc about itself.
find_program(SIMT_NVCC simt-nvcc REQUIRED NO_DEFAULT_PATH
             HINTS "${CMAKE_CURRENT_LIST_DIR}/../build/bin" "${CMAKE_CURRENT_LIST_DIR}/../../../libexec/mergelab/bin"
                   "${CMAKE_CURRENT_LIST_DIR}/../../../bin")
set(CMAKE_CUDA_COMPILER "${SIMT_NVCC}")
set(CMAKE_CUDA_COMPILER_FORCED TRUE)
set(CMAKE_CUDA_COMPILER_ID_RUN TRUE)
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 13.0)
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 20)
set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "ignored: programs run on this machine's processor")
# The line by which nvcc would link.
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT "#$ LIBRARIES= -lcudart\n\n#$ ${SIMT_NVCC} -lcudart\n")
# CMake reads this file again after its own settings for CUDA: simt-nvcc, not g++, links a program with kernels.
set(CMAKE_USER_MAKE_RULES_OVERRIDE_CUDA "${CMAKE_CURRENT_LIST_FILE}")
set(CMAKE_CUDA_LINKER_PREFERENCE 40)
