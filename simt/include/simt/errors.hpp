// CUDA's errors: their names after "cuda", numbers, and texts of cudaGetErrorString.
#pragma once

#define SIMT_ERRORS(ERROR)                                                                                   \
  ERROR(Success, 0, "no error")                                                                              \
  ERROR(ErrorInvalidValue, 1, "invalid argument")                                                            \
  ERROR(ErrorMemoryAllocation, 2, "out of memory")                                                           \
  ERROR(ErrorInitializationError, 3, "initialization error")                                                 \
  ERROR(ErrorCudartUnloading, 4, "driver shutting down")                                                     \
  ERROR(ErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")                   \
  ERROR(ErrorProfilerNotInitialized, 6, "profiler not initialized: call cudaProfilerInitialize()")           \
  ERROR(ErrorProfilerAlreadyStarted, 7, "profiler already started")                                          \
  ERROR(ErrorProfilerAlreadyStopped, 8, "profiler already stopped")                                          \
  ERROR(ErrorInvalidConfiguration, 9, "invalid configuration argument")                                      \
  ERROR(ErrorInvalidPitchValue, 12, "invalid pitch argument")                                                \
  ERROR(ErrorInvalidSymbol, 13, "invalid device symbol")                                                     \
  ERROR(ErrorInvalidHostPointer, 16, "invalid host pointer")                                                 \
  ERROR(ErrorInvalidDevicePointer, 17, "invalid device pointer")                                             \
  ERROR(ErrorInvalidTexture, 18, "invalid texture reference")                                                \
  ERROR(ErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                                 \
  ERROR(ErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                                     \
  ERROR(ErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                                \
  ERROR(ErrorAddressOfConstant, 22, "invalid address of constant")                                           \
  ERROR(ErrorTextureFetchFailed, 23, "fetch from texture failed")                                            \
  ERROR(ErrorTextureNotBound, 24, "cannot fetch from a texture that is not bound")                           \
  ERROR(ErrorSynchronizationError, 25, "incorrect use of __syncthreads()")                                   \
  ERROR(ErrorInvalidFilterSetting, 26, "linear filtering not supported for non-float type")                  \
  ERROR(ErrorInvalidNormSetting, 27, "read as normalized float not supported for data type")                 \
  ERROR(ErrorMixedDeviceExecution, 28, "device emulation mode and device execution mode cannot be mixed")    \
  ERROR(ErrorNotYetImplemented, 31, "feature not yet implemented")                                           \
  ERROR(ErrorMemoryValueTooLarge, 32, "memory size or pointer value too large to fit in 32 bit")             \
  ERROR(ErrorStubLibrary, 34, "CUDA driver is a stub library")                                               \
  ERROR(ErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")         \
  ERROR(ErrorCallRequiresNewerDriver, 36, "API call is not supported in the installed CUDA driver")          \
  ERROR(ErrorInvalidSurface, 37, "invalid surface reference")                                                \
  ERROR(ErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name")                \
  ERROR(ErrorDuplicateTextureName, 44, "duplicate texture looked up by string name")                         \
  ERROR(ErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name")                         \
  ERROR(ErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")                    \
  ERROR(ErrorIncompatibleDriverContext, 49, "incompatible driver context")                                   \
  ERROR(ErrorMissingConfiguration, 52, "__global__ function call is not configured")                         \
  ERROR(ErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")                           \
  ERROR(ErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")             \
  ERROR(                                                                                                     \
      ErrorLaunchFileScopedTex, 66,                                                                          \
      "launch failed because kernel uses unsupported, file-scoped textures (texture objects are supported)") \
  ERROR(                                                                                                     \
      ErrorLaunchFileScopedSurf, 67,                                                                         \
      "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are supported)") \
  ERROR(ErrorSyncDepthExceeded, 68,                                                                          \
        "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth")     \
  ERROR(ErrorLaunchPendingCountExceeded, 69,                                                                 \
        "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount")                   \
  ERROR(ErrorInvalidDeviceFunction, 98, "invalid device function")                                           \
  ERROR(ErrorNoDevice, 100, "no CUDA-capable device is detected")                                            \
  ERROR(ErrorInvalidDevice, 101, "invalid device ordinal")                                                   \
  ERROR(ErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license")                               \
  ERROR(ErrorSoftwareValidityNotEstablished, 103, "integrity checks failed")                                 \
  ERROR(ErrorStartupFailure, 127, "startup failure in cuda runtime")                                         \
  ERROR(ErrorInvalidKernelImage, 200, "device kernel image is invalid")                                      \
  ERROR(ErrorDeviceUninitialized, 201, "invalid device context")                                             \
  ERROR(ErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")                                  \
  ERROR(ErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")                              \
  ERROR(ErrorArrayIsMapped, 207, "array is mapped")                                                          \
  ERROR(ErrorAlreadyMapped, 208, "resource already mapped")                                                  \
  ERROR(ErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")        \
  ERROR(ErrorAlreadyAcquired, 210, "resource already acquired")                                              \
  ERROR(ErrorNotMapped, 211, "resource not mapped")                                                          \
  ERROR(ErrorNotMappedAsArray, 212, "resource not mapped as array")                                          \
  ERROR(ErrorNotMappedAsPointer, 213, "resource not mapped as pointer")                                      \
  ERROR(ErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                                   \
  ERROR(ErrorUnsupportedLimit, 215, "limit is not supported on this architecture")                           \
  ERROR(ErrorDeviceAlreadyInUse, 216, "exclusive-thread device already in use by a different thread")        \
  ERROR(ErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")           \
  ERROR(ErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                                \
  ERROR(ErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context")                               \
  ERROR(ErrorNvlinkUncorrectable, 220, "uncorrectable NVLink error detected during the execution")           \
  ERROR(ErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found")                                 \
  ERROR(ErrorUnsupportedPtxVersion, 222, "the provided PTX was compiled with an unsupported toolchain.")     \
  ERROR(ErrorJitCompilationDisabled, 223, "PTX JIT compilation was disabled")                                \
  ERROR(ErrorUnsupportedExecAffinity, 224, "the provided execution affinity is not supported")               \
  ERROR(ErrorUnsupportedDevSideSync, 225,                                                                    \
        "the provided PTX contains unsupported call to cudaDeviceSynchronize")                               \
  ERROR(ErrorContained, 226, "Invalid access of peer GPU memory over nvlink or a hardware error")            \
  ERROR(ErrorInvalidSource, 300, "device kernel image is invalid")                                           \
  ERROR(ErrorFileNotFound, 301, "file not found")                                                            \
  ERROR(ErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")                              \
  ERROR(ErrorSharedObjectInitFailed, 303, "shared object initialization failed")                             \
  ERROR(ErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")                   \
  ERROR(ErrorInvalidResourceHandle, 400, "invalid resource handle")                                          \
  ERROR(ErrorIllegalState, 401, "the operation cannot be performed in the present state")                    \
  ERROR(ErrorLossyQuery, 402, "attempted introspection would be semantically lossy")                         \
  ERROR(ErrorSymbolNotFound, 500, "named symbol not found")                                                  \
  ERROR(ErrorNotReady, 600, "device not ready")                                                              \
  ERROR(ErrorIllegalAddress, 700, "an illegal memory access was encountered")                                \
  ERROR(ErrorLaunchOutOfResources, 701, "too many resources requested for launch")                           \
  ERROR(ErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                  \
  ERROR(ErrorLaunchIncompatibleTexturing, 703, "launch uses incompatible texturing mode")                    \
  ERROR(ErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                                \
  ERROR(ErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                                  \
  ERROR(ErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")                   \
  ERROR(ErrorContextIsDestroyed, 709, "context is destroyed")                                                \
  ERROR(ErrorAssert, 710, "device-side assert triggered")                                                    \
  ERROR(ErrorTooManyPeers, 711, "peer mapping resources exhausted")                                          \
  ERROR(ErrorHostMemoryAlreadyRegistered, 712,                                                               \
        "part or all of the requested memory range is already mapped")                                       \
  ERROR(ErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region")      \
  ERROR(ErrorHardwareStackError, 714, "hardware stack error")                                                \
  ERROR(ErrorIllegalInstruction, 715, "an illegal instruction was encountered")                              \
  ERROR(ErrorMisalignedAddress, 716, "misaligned address")                                                   \
  ERROR(ErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")             \
  ERROR(ErrorInvalidPc, 718, "invalid program counter")                                                      \
  ERROR(ErrorLaunchFailure, 719, "unspecified launch failure")                                               \
  ERROR(ErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                        \
  ERROR(ErrorTensorMemoryLeak, 721, "tensor memory not completely freed")                                    \
  ERROR(ErrorNotPermitted, 800, "operation not permitted")                                                   \
  ERROR(ErrorNotSupported, 801, "operation not supported")                                                   \
  ERROR(ErrorSystemNotReady, 802, "system not yet initialized")                                              \
  ERROR(ErrorSystemDriverMismatch, 803, "system has unsupported display driver / cuda driver combination")   \
  ERROR(ErrorCompatNotSupportedOnDevice, 804, "forward compatibility was attempted on non supported HW")     \
  ERROR(ErrorMpsConnectionFailed, 805,                                                                       \
        "MPS client failed to connect to the MPS control daemon or the MPS server")                          \
  ERROR(ErrorMpsRpcFailure, 806,                                                                             \
        "the remote procedural call between the MPS server and the MPS client failed")                       \
  ERROR(ErrorMpsServerNotReady, 807, "MPS server is not ready to accept new MPS client requests")            \
  ERROR(ErrorMpsMaxClientsReached, 808,                                                                      \
        "the hardware resources required to create MPS client have been exhausted")                          \
  ERROR(ErrorMpsMaxConnectionsReached, 809,                                                                  \
        "the hardware resources required to support device connections have been exhausted")                 \
  ERROR(ErrorMpsClientTerminated, 810, "the MPS client has been terminated by the server")                   \
  ERROR(ErrorCdpNotSupported, 811,                                                                           \
        "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it")   \
  ERROR(ErrorCdpVersionMismatch, 812,                                                                        \
        "unsupported interaction between different versions of CUDA Dynamic Parallelism")                    \
  ERROR(ErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")              \
  ERROR(ErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture")       \
  ERROR(ErrorStreamCaptureMerge, 902, "operation would result in a merge of separate capture sequences")     \
  ERROR(ErrorStreamCaptureUnmatched, 903, "capture was not ended in the same stream as it began")            \
  ERROR(ErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work")                               \
  ERROR(ErrorStreamCaptureIsolation, 905, "dependency created on uncaptured work in another stream")         \
  ERROR(ErrorStreamCaptureImplicit, 906,                                                                     \
        "operation would make the legacy stream depend on a capturing blocking stream")                      \
  ERROR(ErrorCapturedEvent, 907, "operation not permitted on an event last recorded in a capturing stream")  \
  ERROR(ErrorStreamCaptureWrongThread, 908,                                                                  \
        "attempt to terminate a thread-local capture sequence from another thread")                          \
  ERROR(ErrorTimeout, 909, "wait operation timed out")                                                       \
  ERROR(ErrorGraphExecUpdateFailure, 910,                                                                    \
        "the graph update was not performed because it included changes which violated constraints "         \
        "specific to instantiated graph update")                                                             \
  ERROR(ErrorExternalDevice, 911, "an async error has occured in external entity outside of CUDA")           \
  ERROR(ErrorInvalidClusterSize, 912, "a kernel launch error has occurred due to cluster misconfiguration")  \
  ERROR(ErrorFunctionNotLoaded, 913,                                                                         \
        "the function handle is not loaded when calling an API that requires a loaded function")             \
  ERROR(ErrorInvalidResourceType, 914,                                                                       \
        "one or more resources passed in are not valid resource types for the operation")                    \
  ERROR(ErrorInvalidResourceConfiguration, 915,                                                              \
        "one or more resources are insufficient or non-applicable for the operation")                        \
  ERROR(ErrorUnknown, 999, "unknown error")
