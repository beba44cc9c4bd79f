import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension ReplicaArchive {
    /// A response of a web server as a web archive keeps it: fields without keys.
    private static func response(
        _ url: String,
        _ seconds: Double,
        type: String,
        length: Int,
        headers: @autoclosure @escaping @Sendable () -> [ArchivedDictionary.Entry]
    ) -> ReplicaArchive {
        ReplicaArchive(layout: .macOS10_9, format: .binary) { archiver in
            guard let url = URL(string: url) else { throw CocoaError(.formatting) }
            let object = ArchivedObject(
                ArchivedClass(
                    name: "NSHTTPURLResponse", hierarchy: ["NSHTTPURLResponse", "NSURLResponse", "NSObject"]),
                fields: [
                    ArchivedObject.Field("$0", .integer(8)), ArchivedObject.Field("$1", .integer(1)),
                    ArchivedObject.Field("$2", .integer(7)), ArchivedObject.Field("$3", .object(url)),
                    ArchivedObject.Field("$4", .object(seconds)), ArchivedObject.Field("$5", .object(0)),
                    ArchivedObject.Field("$6", .object(200)),
                    ArchivedObject.Field("$7", .object(ArchivedDictionary(headers()))),
                    ArchivedObject.Field("$8", .object(length)),
                    ArchivedObject.Field("$9", .object(MutableVariant(type))),
                    ArchivedObject.Field("$10", .integer(8)), ArchivedObject.Field("$11", .integer(0)),
                ]
            )
            try archiver.encode(object, forKey: "WebResourceResponse")
        }
    }

    private static func style(_ path: String, _ seconds: Double, _ modified: String, length: Int) -> ReplicaArchive {
        response(
            "http://docs.slimframework.com/\(path)", seconds, type: "text/css", length: length,
            headers: [
                ("Connection", "keep-alive"), ("Content-Type", "text/css"), ("Server", "nginx/1.1.19"),
                ("Last-Modified", modified), ("Date", "Thu, 22 May 2014 12:16:22 GMT"), ("Content-Encoding", "gzip"),
                ("Transfer-Encoding", "Identity"),
            ])
    }

    private static let march = "Mon, 18 Mar 2013 03:06:24 GMT"

    /// Responses of a web server, by the ends of the names of their files.
    static let responses: [String: ReplicaArchive] = [
        "WebSubresources_0_WebResourceResponse.bplist": style(
            "bootstrap/css/bootstrap.css", 422_453_782.222036, march, length: 109_438),
        "WebSubresources_1_WebResourceResponse.bplist": style(
            "bootstrap/css/responsive.css", 422_453_782.157247, march, length: 17_150),
        "WebSubresources_2_WebResourceResponse.bplist": style(
            "styles/css/all.css", 422_453_782.226987, "Tue, 19 Mar 2013 00:47:14 GMT", length: 15_752),
        "WebSubresources_3_WebResourceResponse.bplist": response(
            "http://docs.slimframework.com/styles/font/fontawesome-webfont.woff?v=3.0.1", 422_453_782.856383,
            type: "application/octet-stream", length: 29_380,
            headers: [
                ("Server", "nginx/1.1.19"), ("Content-Type", "application/octet-stream"), ("Last-Modified", march),
                ("Date", "Thu, 22 May 2014 12:16:23 GMT"), ("Accept-Ranges", "bytes"), ("Content-Length", "29380"),
                ("Connection", "keep-alive"),
            ]),
    ]
}
