import PropertyLists
import TestSupport
import Testing

/// What errors of OpenStep text say to do is done, and then the text is read or the value written.
@Suite struct OpenStepRemedyTests {
    @Test func `what errors of reading and writing OpenStep text say cures them`() {
        expectCures {
            Cure("two values", says: "remove it, or put the values into an array") {
                try readOpenStep("{ a = b; } (c)")
            } cured: {
                try readOpenStep("{ a = b; }") == ["a": "b"]
                    && readOpenStep("({ a = b; }, (c))") == [["a": "b"], ["c"]]
            }
            Cure("no comma", says: "write it there, or put a string with such a character in quotes") {
                try readOpenStep("(a b)")
            } cured: {
                try readOpenStep("(a, b)") == ["a", "b"] && readOpenStep("(\"a b\")") == ["a b"]
            }
            Cure("a list for a key", says: "keys are strings; put any other character in quotes") {
                try readOpenStep("{ (a) = b; }")
            } cured: {
                try readOpenStep("{ \"(a)\" = b; }") == ["(a)": "b"]
            }
            Cure("an open list", says: "get a complete copy, or close it with \"") {
                try readOpenStep("(a")
            } cured: {
                try readOpenStep("(a)") == ["a"]
            }
            Cure("an open string", says: "close it with ") {
                try readOpenStep("(\"a)")
            } cured: {
                try readOpenStep("(\"a\")") == ["a"]
            }
            Cure("a folder of Windows", says: "write a backslash in a string as \"\\\\\"") {
                try readOpenStep("\"C:\\Users\"", limits: Limits.default.refusingOddInput)
            } cured: {
                try readOpenStep("\"C:\\\\Users\"") == "C:\\Users"
            }
            Cure("a large octal number", says: "write the character itself, or \"\\U\" and four hexadecimal digits") {
                try readOpenStep("\"\\777\"", limits: Limits.default.refusingOddInput)
            } cured: {
                try readOpenStep("\"ǿ\"") == "ǿ" && readOpenStep("\"\\U01ff\"") == "ǿ"
            }
            Cure("half a byte", says: "write two digits for each byte, and \">\" at the end") {
                try readOpenStep("<012>")
            } cured: {
                try readOpenStep("<0102>") == .data([1, 2])
            }
            Cure("a boolean in words", says: "write it as in <*I5>, <*R1.5>, <*BY> or <*D2002-03-22") {
                try readOpenStep("<*Btrue>")
            } cured: {
                try readOpenStep("(<*I5>, <*R1.5>, <*BY>, <*D2001-01-01 00:00:00 +0000>, true)")
                    == [5, 1.5, true, .date(0), "true"]
            }
            Cure("an unknown type", says: "write it as in <*I5>, <*R1.5>, <*BY> or <*D2002-03-22") {
                try readOpenStep("<*Xyes>")
            } cured: {
                try readOpenStep("<*D2002-03-22 11:30:00 +0100>") == .date(38_485_800) && readOpenStep("yes") == "yes"
            }
            Cure("a depth that is limited", says: "raise `Limits.") {
                try readOpenStep("(())", limits: Limits(depth: 1))
            } cured: {
                try readOpenStep("(())", limits: Limits(depth: 2)) == [[]]
            }
            Cure("a key that is a list", says: "use strings as keys") {
                try OpenStepPropertyListWriter().write([["a"]: 1])
            } cured: {
                try !OpenStepPropertyListWriter().write(["a": "b"]).isEmpty
            }
        }
        let unwritable: [PropertyList] = [
            .null, .set(["a"]), .orderedSet(["a"]), .uid(1), .date(1e17), .integer128(Integer128(high: 1, low: 0)),
        ]
        for value in unwritable {
            expectCures {
                Cure("\(value)", says: "write a binary property list") {
                    try OpenStepPropertyListWriter(dialect: .gnuStep).write(value)
                } cured: {
                    try BinaryPropertyListReader(BinaryPropertyListWriter().write(value)).tree() == value
                }
            }
        }
    }
}
