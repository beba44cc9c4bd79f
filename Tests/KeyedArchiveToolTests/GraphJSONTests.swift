import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `convert` makes of JSON in the graph form, and what it refuses.
@Suite struct GraphJSONTests {
    /// JSON after `{"$graph":1.0,`, and the archive that it is.
    private static let built = #"""
        "root":"Ada"
          => 1="Ada"
        "root":{"$class":"Person","name":"Ada","age":36}
          => 1 Person{name→2, age=36}; 2="Ada"
        "root":{"$class":"Person","name":null}
          => 1 Person{name→0}
        "n":42,"m":{"$value":42},"b":true
          => n=42 m→1 b=true; 1=42
        "$$0":5,"root":{"$class":"P","$$0":1,"$$$ivar":2}
          => $0=5 root→1; 1 P{$0=1, $$ivar=2}
        "root":[null,1,true,1.5,"a"]
          => 1 NSArray{NS.objects[→2 →4 →5 →6 →7]}; 2 NSNull{}; 4=1; 5=true; 6=1.5; 7="a"
        "root":{"$class":"P","x":{"$class":"NSNull"},"y":[null]}
          => 1 P{x→2, y→4}; 2 NSNull{}; 4 NSArray{NS.objects[→2]}
        "root":{"$class":"P","a":7,"b":{"$value":7},"c":[7]}
          => 1 P{a=7, b→2, c→3}; 2=7; 3 NSArray{NS.objects[→2]}
        "root":{"$class":"P","a":{"$float":0.1},"b":0.1,"c":1.0,"d":1}
          => 1 P{a=0.1(float), b=0.1, c=1.0, d=1}
        "root":{"$class":"P","a":{"$real":"nan"},"b":{"$real":"-inf"},"c":-0.0,"d":{"$float":"inf"}}
          => 1 P{a=nan, b=-inf, c=-0.0, d=inf(float)}
        "root":{"$class":"P","a":9223372036854775807,"b":18446744073709551615,"c":{"$int128":3},\#
        "d":{"$integer":"9007199254740993"}}
          => 1 P{a=9223372036854775807, b=18446744073709551615(16 bytes), c=3(16 bytes), d=9007199254740993}
        "root":["x","x",1,1,1.0]
          => 1 NSArray{NS.objects[→2 →2 →3 →3 →4]}; 2="x"; 3=1; 4=1.0
        "root":"$null"
          => 1 NSMutableString{NS.string="$null"}
        "version":{"$inline":"$null"}
          => version="$null"
        "root":{"$class":"P","a":{"$bytes":"AQID"},"b":{"$data":"AQID"}}
          => 1 P{a=<010203>, b→2}; 2=<010203>
        "root":{"$class":"P","l":{"$inline":["a",{"$inline":5}]},"d":{"$inline":{"k":"v","n":1}}}
          => 1 P{l[→2 =5], d={k→3, n=1}}; 2="a"; 3="v"
        "root":[{"$value":{"$date":"2001-01-01T00:00:00Z"}}],"at":{"$inline":{"$date":1}}
          => root→1 at=date 1.0; 1 NSArray{NS.objects[→2]}; 2=date 0.0
        "root":{"$class":"NSMutableString","$string":"abc"}
          => 1 NSMutableString{NS.string="abc"}
        "$archiver":"SCNKeyedArchiver","root":{"$class":"NSMutableString","$string":"é"}
          => 1 NSMutableString{NS.bytes=<c3a9>}
        "root":{"$class":"NSLocalizableString","$string":"x","NSKey":"k"}
          => 1 NSLocalizableString{NS.string="x", NSKey→2}; 2="k"
        "root":{"$class":"NSMutableData","$data":""}
          => 1 NSMutableData{NS.data=<>}
        "root":{"$class":"NSColor","NSColorSpace":1,"NSRGB":{"$ascii":"1 0 0\u0000"}}
          => 1 NSColor{NSColorSpace=1, NSRGB=<312030203000>}
        "root":{"$date":"2001-01-01T00:00:00.5Z"}
          => 1 NSDate{NS.time=0.5}
        "root":[{"$date":"2026-09-01"},{"$date":"2026-09-01T02:00:00+02:00"},{"$date":-0.5}]
          => 1 NSArray{NS.objects[→2 →4 →5]}; 2 NSDate{NS.time=809913600.0}; 4 NSDate{NS.time=809913600.0}; 5 \#
        NSDate{NS.time=-0.5}
        "root":{"$class":"NSCalendarDate","$date":"1970-01-01T00:00:00Z","NS.format":"%Y","NS.timezone":null}
          => 1 NSCalendarDate{NS.time=-978307200.0, NS.format→2, NS.timezone→0}; 2="%Y"
        "root":{"$url":"a.html"}
          => 1 NSURL{NS.base→0, NS.relative→2}; 2="a.html"
        "root":{"$url":"a.html","$base":{"$url":"https://x.y"}}
          => 1 NSURL{NS.base→2, NS.relative→5}; 2 NSURL{NS.base→0, NS.relative→3}; 3="https://x.y"; 5="a.html"
        "root":{"$uuid":"71dc068e-3420-45ff-919e-3a267d55ec22"}
          => 1 NSUUID{NS.uuidbytes=<71dc068e342045ff919e3a267d55ec22>}
        "root":{"$decimal":"-12.50"}
          => 1 NSDecimalNumberPlaceholder{NS.mantissa=<7d000000000000000000000000000000>, NS.mantissa.bo=1, \#
        NS.length=1, NS.exponent=-1, NS.negative=true, NS.compact=true}
        "root":{"$class":"NSMutableArray","$elements":["a"]}
          => 1 NSMutableArray{NS.objects[→2]}; 2="a"
        "root":{"$class":"NSSet","$elements":["a","b"]}
          => 1 NSSet{NS.objects[→2 →3]}; 2="a"; 3="b"
        "root":{"$class":"NSOrderedSet","$elements":["a","b"]}
          => 1 NSOrderedSet{NS.object.0→2, NS.object.1→3}; 2="a"; 3="b"
        "root":{"$class":"NSCountedSet","$counts":[["a",2]]}
          => 1 NSCountedSet{NS.count=1, NS.object0→2, NS.count0=2}; 2="a"
        "$layout":"numbered","$archiver":"MSArchiver","root":{"k":["a"]}
          => 1 NSDictionary{NS.key.0→2, NS.object.0→3}; 2="k"; 3 NSArray{NS.object.0→4}; 4="a"
        "root":{"a":null,"b":null}
          => 1 NSDictionary{NS.keys[→2 →3], NS.objects[→4 →4]}; 2="a"; 3="b"; 4 NSNull{}
        "root":{"$class":"NSMutableDictionary","a":1}
          => 1 NSMutableDictionary{NS.keys[→2], NS.objects[→3]}; 2="a"; 3=1
        "root":{"$$class":"x","$$$y":1}
          => 1 NSDictionary{NS.keys[→2 →3], NS.objects[→4 →5]}; 2="$class"; 3="$$y"; 4="x"; 5=1
        "root":{"$entries":[[1,"one"],[{"$uuid":"00000000-0000-0000-0000-000000000000"},2]]}
          => 1 NSDictionary{NS.keys[→2 →3], NS.objects[→5 →6]}; 2=1; 3 \#
        NSUUID{NS.uuidbytes=<00000000000000000000000000000000>}; 5="one"; 6=2
        "root":{"$class":"MyDict","$entries":{"a":1},"extra":2},"$classes":{"MyDict":["NSDictionary","NSObject"]}
          => 1 MyDict[NSDictionary,NSObject]{NS.keys[→2], NS.objects[→3], extra=2}; 2="a"; 3=1
        "root":{"$class":"NSMutableDictionary","a":1,"$fields":{"version":3}}
          => 1 NSMutableDictionary{NS.keys[→2], NS.objects[→3], version=3}; 2="a"; 3=1
        "root":{"$class":"Config","$fields":[["a",1],["b","x"]]}
          => 1 Config{a=1, b→2}; 2="x"
        "root":{"$ranges":[[0,50],[100,50]]}
          => 1 NSIndexSet{NSRangeCount=2, NSRangeData→2}; 2 NSMutableData{NS.data=<00326432>}
        "root":{"$class":"NSMutableIndexSet","$ranges":[]}
          => 1 NSMutableIndexSet{NSRangeCount=0}
        "root":{"$indexes":[4,200]}
          => 1 NSIndexPath{NSIndexPathLength=2, NSIndexPathData→2}; 2 NSMutableData{NS.data=<04c801>}
        "root":[{"$point":"{1, 2}"},{"$range":[5,6]}]
          => 1 NSArray{NS.objects[→2 →5]}; 2 NSValue{NS.special=1, NS.pointval→3}; 3="{1, 2}"; 5 \#
        NSValue{NS.special=4, NS.rangeval.length→6, NS.rangeval.location→7}; 6=6; 7=5
        "root":{"$class":"NSValue","NS.special":12,"NS.edgeval.top":1.0}
          => 1 NSValue{NS.special=12, NS.edgeval.top=1.0}
        "root":{"$class":"NSAttributedString","$runs":[]}
          => 1 NSAttributedString{NSString→2}; 2=""
        "root":{"$class":"NSAttributedString","$runs":[{"$text":"Hi"}]}
          => 1 NSAttributedString{NSString→2, NSAttributes→3}; 2="Hi"; 3 NSDictionary{NS.keys[], NS.objects[]}
        "root":{"$class":"NSMutableAttributedString","$runs":[{"$text":"a","$attributes":{"$id":1,"b":1}},\#
        {"$text":"bc"},{"$text":"d","$attributes":{"$ref":1}}]}
          => 1 NSMutableAttributedString{NSString→2, NSAttributes→4, NSAttributeInfo→11}; 2 \#
        NSMutableString{NS.string="abcd"}; 4 NSMutableArray{NS.objects[→5 →9]}; 5 NSDictionary{NS.keys[→6], \#
        NS.objects[→7]}; 6="b"; 7=1; 9 NSDictionary{NS.keys[], NS.objects[]}; 11 NSMutableData{NS.data=<010002010100>}
        "root":{"$class":"NSMutableData","$document":{"root":"inner"}}
          => 1 NSMutableData{NS.data=<archive>}
        "root":{"$class":"Puppy"},"$classes":{"Puppy":["Dog","Animal","NSObject"]}
          => 1 Puppy[Dog,Animal,NSObject]{}
        "root":[{"$class":"A"},{"$class":"A#2"}],"$classes":{"A#2":{"name":"A","superclasses":null}}
          => 1 NSArray{NS.objects[→2 →4]}; 2 A{}; 4 A[no chain]{}
        "root":{"$class":"S","$string":"x"},"$classes":{"S":{"superclasses":["NSString","NSObject"],\#
        "hints":["NSString"]}}
          => 1 S[NSString,NSObject]hints['NSString']{NS.string="x"}
        "root":{"$id":1,"$class":"P","me":{"$ref":1}}
          => 1 P{me→1}
        "root":[{"$ref":"x"},{"$id":"x","$class":"P"}]
          => 1 NSArray{NS.objects[→2 →2]}; 2 P{}
        "root":[{"$id":1,"$value":"long"},{"$ref":1}]
          => 1 NSArray{NS.objects[→2 →2]}; 2="long"
        """#

    /// JSON that is refused, and a part of the reason; that which doesn't begin with a bracket stands after
    /// `{"$graph":1.0,`.
    private static let refused = #"""
        {"$graph":1,"root":"a"} => it is 1, not 1.0: the program that wrote this makes integers of whole reals
        {"$graph":2.0} => version 2.0 is a later one
        {"$top":{"root":1}} => made by an earlier version; convert the archive again
        {"$grpah":1.0,"root":{"$class":"P"}} => there is no member "$grpah"; did you mean "$graph"? for a property list, add
        {"root":{"$class":"P"}} => "$class" is of the graph form, which the JSON doesn't say to be; add "$graph": 1.0
        [{"$id":7,"a":1}] => "$id" is of the graph form
        {"root":1,"$classes":{"P":["NSObject"]}} => "$classes" is of the graph form
        "root":{"$class":"NSString"} => lacks its field NS.string or NS.bytes; give its content as "$string":"text"
        "root":{"$class":"NSArray","NS.objects":[]} => not an array; give its content as "$elements":[…]
        "root":{"$class":"NSData","NS.data":"x"} => not data; give its content as "$data":"AQID"
        "root":{"$class":"NSHashTable"} => the object lacks its field $0; correct the JSON there
        "root":{"$class":"P"},"$classes":{"P":["P"]} => "P" is none of its superclasses; leave the class itself out
        "root":{"$class":"NSCountedSet","$counts":[["a",0]]} => a count is 1 or more
        "root":{"$class":"P","$lucky":7} => there is no member "$lucky"; write "$$lucky" for a key that begins with $
        "root":{"$clas":"P"} => did you mean "$class"?
        "root":{"$ref":9} => nothing has the "$id" 9; give an object that number, or take the "$ref" out
        "root":[{"$id":1,"$ref":2},{"$id":2}] => a "$ref" stands alone; take "$id" out
        "root":[{"$id":1,"$class":"A"},{"$id":1,"$class":"B"}] => the "$id" 1 is there twice, first in line 1
        "root":{"$ref":1,"a":2} => a "$ref" stands alone; take "a" out
        "root":{"$class":"Person","$string":"x"} => Person isn't a kind of NSString
        "root":{"$class":"NSSet","$entries":{"a":1}} => NSSet isn't a kind of NSDictionary
        "root":[{"$ref":null}] => an element can't be nil; write null for NSNull, or take it out
        "root":[{"$bytes":"AQ=="}] => an element is always a separate object; write the value without "$bytes"
        "root":[{"$inline":1}] => an element is always a separate object; write the value without "$inline"
        "root":{"$date":"2026-02-30"} => "2026-02-30" is no date; write 2026-02-28T12:00:00Z, or seconds since 2001
        "root":{"$date":"yesterday"} => "yesterday" is no date
        "root":{"$ranges":[[5,5],[3,1]]} => ranges ascend, don't touch and aren't empty; [[3,7]] holds 3 to 9
        "root":{"$class":"NSString","$string":"x","$date":1} => "$string" and "$date" are two contents; keep one
        "root":{"$data":"AQID","$derived":"a PDF document"} => nothing is derived from it
        "root":{"$class":"P","c":{"$classRecord":"NSView"}} => is a class record, which only $class refers to
        "root":{"$problem":"…"} => this part couldn't be read; take it out, or mend the archive
        "root":{"a":1,} => there is a comma too many
        "root":{"a":1} /* x */ => comments aren't JSON
        "root":NaN => NaN isn't JSON; write {"$real":"nan"}
        "root":{"a":1,"a":2} => the key "a" is there twice, first in line 1
        "root":{"$class":"C","$fields":[["path","/a"],["path","/b"]]} => the key "path" is there twice, first in \#
        line 1
        "root":{"$class":"P","a":1e999} => the number is too large
        "root":{"$class":"P","a":170141183460469231731687303715884105728} => the number is too large
        "root":{"$class":"P"},"$classes":{"P":{"super":["NSObject"]}} => a class has "superclasses" or "chain", \#
        "hints"
        "root":{"$class":"NSDictionary","$entries":{"a":1},"b":2} => entries stand in members and in "$entries"; \#
        keep one
        "root":{"$entries":[["a",1],["a",2]]} => the dictionary has equal keys
        "root":{"$class":"NSDate"} => NS.time
        "root":{"$uuid":"x"} => "x" is no UUID
        "root":{"$uuid":"71DC068E3420-45FF-919E-3A267D55EC-22"} => is no UUID
        "root":{"$class":"NSValue","$point":"1,{2}"} => "1,{2}" is no point
        "root":{"$class":"NSValue","$rect":"{{1, 2}, {3}}"} => is no rect
        "root":{"$class":"P","a":{"$inline":{"$set":5}}} => it isn't a list
        "root":{"$class":"P","a":{"$inline":{"$orderedSet":{"x":1}}}} => it isn't a list
        "root":{"$class":"P","a":{"$inline":{"$entries":5}}} => it isn't a list
        "root":{"$class":"P","a":{"$inline":{"$entries":[["k",1],["k",2]]}}} => the dictionary has equal keys
        "$extra":[1,2],"root":"a" => it isn't an object; write {"key": VALUE}
        "root":{"$class":"P","$text":"x"} => "$text" has no place here; take it out
        "root":{"$class":"P","d":{"$document":{"$classes":{"Q":null},"root":{"$class":"Q","$lucky":1}}}} => \#
        root.d.$document.root, line
        "root":{"$decimal":"1,5"} => "1,5" is no decimal number
        "root":{"$data":"?"} => it isn't base64
        "root":{"$data":"AQI=D"} => it isn't base64
        "root":{"$class":"NSAttributedString","$runs":[{"text":"a"}]} => a run is {"$text":…,"$attributes":{…}} \#
        with text in it
        "root":{"$class":7} => "$class" is text
        "root":{"$class":""} => root.$class, line 1, column 32: a class has a name
        "root":{"$float":1e300} => 1e+300 is no value of "$float"; write a number that 32 bits hold
        "root":{"$real":"foo"} => "foo" is no value of "$real"; write a number, or "nan"
        "root":{"$int128":1.5} => 1.5 is no value of "$int128"; write an integer of at most 128 bits
        "root":{"$class":"P","$float":1} => "$float" has no place here
        "root":{"$id":1,"$value":{"$inline":[{"$ref":1}]}} => it isn't text, a number, true, false or a date
        "root":{"$base":{"$url":"x"}} => "$base" stands beside "$url"
        "root":1,"$continued":[{"$class":"Lost","x":1}] => $continued, line 1, column 38: what stands under \#
        "$continued" is an object with an "$id"; take it out
        "root":{"$continued":[1]} => what stands under "$continued" is an object with an "$id"
        "root":{"a":{"$class":"P","$continued":[{"$id":5,"$class":"Lost"}]}} => nothing refers to the "$id" 5; \#
        write {"$ref": 5} where it belongs, or take it out
        "root":1,"$continued":{"$id":1} => it isn't a list
        {"$typedstream":{},"$groups":[{"i":1}],"$continued":[{"$id":1,"$class":"A"}],"$classes":{"A":{}}} => \#
        $continued, line 1, column 54: nothing refers to the "$id" 1; write {"$ref": 1} where it belongs
        "$typedstream":{},"root":{"$class":"M","$groups":[{"[3i]":[1,2]}]} => root.$groups[0], line 1, column 65: \#
        the group "[3i]" takes 3 values, 2 are given
        "$typedstream":{},"root":{"$class":"M","$groups":[{"[3c]":"ab"}]} => takes 3 values, 2 are given
        "$typedstream":{},"root":{"$class":"M","$groups":[{"{P=dd}":[1]}]} => the group "{P=dd}" takes 2 values, \#
        1 is given
        "$typedstream":{},"root":{"$class":"M","$groups":[{"ii":[1]}]} => the group "ii" takes 2 values, 1 is given
        "$typedstream":{},"root":{"$class":"M","$groups":[{"c":300}]} => 300 doesn't fit the type c
        "$typedstream":{},"root":{"$value":300,"$type":"c"} => 300 doesn't fit the type c
        "$typedstream":{},"root":18446744073709551615 => 18446744073709551615 doesn't fit the type q
        "$typedstream":{},"root":{"$value":5,"$type":"x"} => a number has no such type; write one of c C
        "$typedstream":{},"root":{"$value":1.5,"$type":"i"} => 1.5 isn't of the type i
        "$typedstream":{},"root":{"$point":"{1, 2}"} => in a typedstream NSValue has groups; give "$groups"
        "$typedstream":{},"root":{"$class":"P","a":1} => root.a, line 1, column 54: in a typedstream P has groups
        "$typedstream":{},"root":{"$class":"P","$fields":{}} => in a typedstream P has groups
        "$typedstream":{},"root":{"$class":"P","$string":"x"} => P isn't a kind of NSString; give its groups
        "$typedstream":{},"root":{"$class":"NSSet","$entries":{"a":1}} => NSSet isn't a kind of NSDictionary
        "$typedstream":{},"root":{"$class":"P","$lucky":7} => there is no member "$lucky"
        "$typedstream":{},"root":{"$inline":5} => "$inline" has no place here
        "$typedstream":{},"$archiver":"X","root":1 => "$archiver" has no place here
        "$typedstream":{},"root":1,"$groups":[] => "root" and "$groups" are two contents; keep one
        "$typedstream":{"byteOrder":"middle"} => it isn't a byte order and a version of the system
        "$typedstream":{"order":"big"} => it isn't a byte order and a version of the system
        "$typedstream":{},"title":"x" => a typedstream has no key "title"; write the object as "root"
        "$typedstream":{},"root":[{"$ref":null}] => an element can't be nil; write null for NSNull
        "$typedstream":{},"root":{"$ref":9} => nothing has the "$id" 9
        "$typedstream":{},"root":[{"$id":1,"$ref":2},{"$id":2}] => a "$ref" stands alone; take "$id" out
        "$typedstream":{},"root":[{"$id":1,"$class":"A"},{"$id":1,"$class":"B"}] => the "$id" 1 is there twice
        "$typedstream":{},"root":{"$entries":[["a",1],["a",2]]} => the dictionary has equal keys
        "$typedstream":{},"root":{"$class":"NSDictionary","$entries":{"a":1},"b":2} => entries stand in members and
        "$typedstream":{},"root":{"$date":"yesterday"} => "yesterday" is no date
        "$typedstream":{},"root":{"$decimal":"1,5"} => "1,5" is no decimal number
        "$typedstream":{},"root":{"$cut":4} => this part was left out; take it out, or dump without --max-depth
        "$typedstream":{},"root":"\ud800" => the text has half of a surrogate pair
        "$typedstream":{},"root":"漢","$classes":{"NSString":{"version":0}} => the character set of NeXTSTEP
        "$typedstream":{},"root":[],"$classes":{"NSArray":{"version":7}} => in a typedstream NSArray has groups
        "$typedstream":{},"root":{"$class":"A"},"$classes":{"A":["B"],"B":["A"]} => the superclasses of "B" are others
        "$typedstream":{},"root":{"$class":"A"},"$classes":{"A":{"version":1,"chain":["A"]}} => a class of a typedstream \#
        has "superclasses", "name", "version"; take "chain" out
        "$typedstream":{},"root":{"$class":"NSColor","$groups":[{"c":1},{"ffff":[1,0,0,1]}],"$derived":"red"} => \#
        can't be changed: "$groups" gives "calibrated RGB 1 0 0"; change "$groups", and take "$derived" out
        "$typedstream":{},"root":{"$class":"P","$derived":"x"} => nothing is derived from it
        "$typedstream":{},"root":{"$class":"A","$groups":[{"*":{"$id":1,"$value":"x"}},{"@":{"$ref":1}}]} => the "$id" \#
        is that of a C string
        "$typedstream":{},"root":{"$class":"A","$groups":[{"@":{"$id":1,"$class":"B"}},{"*":{"$ref":1}}]} => the "$id" \#
        isn't that of a C string
        "root":{"$class":"P","$groups":[{"i":1}]} => P has groups here, which only typedstreams hold
        {"name":null} => a property list has no null; take it out
        [{"$file":"a","$graph":1.0,"root":1},{"$file":"b","$graph":1.0,"root":null}] => \#
        is a list of documents, and a file is one; convert one document at a time
        [{"$file":"a","$error":{"reason":null}},{"$graph":1.0}] => is a list of documents
        """#

    private static func cases(_ text: String) -> [(json: String, expected: String)] {
        text.replacing("\n  => ", with: " => ").split(separator: "\n").map { line in
            let place = line.firstRange(of: "=> ") ?? line.endIndex..<line.endIndex
            let json = line[..<place.lowerBound].trimmingPrefix(while: \.isWhitespace)
            return (String(json), String(line[place.upperBound...]))
        }
    }

    private func convert(_ json: String) throws -> ToolRun {
        let members = json.trimmingPrefix(while: \.isWhitespace)
        let isWhole = members.hasPrefix("{") || members.hasPrefix("[")
        let whole = isWhole ? String(members) : "{\"$graph\":1.0\(members.isEmpty ? "" : ",")\(members)}"
        return try ToolRun("convert", "-", "-", input: Array(whole.utf8))
    }

    @Test(.rows)
    func `what is written becomes these entries`() {
        forEachRow(Self.cases(Self.built)) { (json: String, expected: String) throws in
            let run = try convert(json)
            #expect(run.errors == "", "\(json)")
            guard run.status == 0 else { return }
            #expect(try GraphCase(run.outputBytes).text() == GraphCase.sorted(expected), "\(json)")
            #expect(try KeyedArchive(run.outputBytes).problems().isEmpty, "\(json)")
        }
    }

    @Test(.rows)
    func `what can't be built is refused with its line, and with what to do`() {
        forEachRow(Self.cases(Self.refused)) { (json: String, reason: String) throws in
            let run = try convert(json)
            #expect(run.status == 1 && run.outputBytes.isEmpty, "\(json)")
            #expect(run.errors.contains(reason) && run.errors.contains("line 1, column "), "\(json): \(run.errors)")
        }
    }
}
