/// The word that was probably meant by one that isn't known.
enum Suggestion {
    /// The nearest of some words, if it is near: a few letters other, missing, too many or swapped, or the beginning.
    static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let word = word.prefix(40).lowercased()
        let limit = max(1, word.count / 3)
        let distances = words.sorted().map { (word: $0, distance: distance(Array(word), Array($0))) }
        if let nearest = distances.min(by: { $0.distance < $1.distance }), nearest.distance <= limit {
            return nearest.word
        }
        let beginnings = distances.filter { $0.word.hasPrefix(word) }
        return word.count > 1 && beginnings.count == 1 ? beginnings[0].word : nil
    }

    /// A sentence that names the nearest word, or nothing.
    static func text(for word: String, among words: some Sequence<String>) -> String {
        nearest(to: word, among: words).map { "; did you mean \($0)?" } ?? ""
    }

    /// How many letters have to be changed, inserted, removed or swapped with the next.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var rows = [Array(0...second.count)]
        for (i, character) in first.enumerated() {
            var row = [i + 1]
            for (j, other) in second.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (character == other ? 0 : 1))
                if i > 0, j > 0, character == second[j - 1], first[i - 1] == other {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
