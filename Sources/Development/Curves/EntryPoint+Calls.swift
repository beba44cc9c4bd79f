import Fuzzing

// All public calls: what the fuzzers call, which `.ci/entry-points` holds against the list of public declarations.

extension EntryPoint {
    static let calls: [EntryPoint] = EntryPoints.Group.allCases.filter { $0 != .tool }.map { group in
        var call = EntryPoint("calls of the fuzzers, \(group)", makesText: true) { input in
            try EntryPoints(scratchFile: input.path + ".calls").exerciseGroup(group, input.bytes)
        }
        call.callCount = 200
        return call
    }
}
