// The C library of the system, imported for all files of this module: the one place that names the systems.

#if canImport(Darwin)
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
