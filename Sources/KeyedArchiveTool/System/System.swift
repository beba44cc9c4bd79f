// The C library of the system, imported for all files of this module: the one place that names the systems.
//
// What a system lacks, or does in another way, has a case in the files of this folder and nowhere else. Elsewhere than
// on Linux the cases were never run; `.ci/platforms` checks the types of those for WASI and Windows.

#if canImport(WASILibc)
    @_exported public import WASILibc
#elseif canImport(ucrt)
    @_exported public import WinSDK
    @_exported public import ucrt
#elseif canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Android)
    @_exported public import Android
#elseif canImport(Bionic)
    @_exported public import Bionic
#else
    #error("keyed-archive needs files; the libraries of this package do not")
#endif
