/// The graph form of JSON as `dump` prints it.
enum JSONFormat {
    /// How the documents of files follow one another.
    enum Layout {
        /// There is one file.
        case single
        /// Each is a line.
        case lines
        /// All are in one array.
        case array
    }

    static let help = """
        The JSON form is an object for each file: {"$file":…,"$graph":1.0,KEY:…,"$classes":…}, with the top-level keys of the
        archive, such as root. Those of several files are in one array; with --lines, each is on a separate line.
        What it shows, keyed-archive convert builds, whoever wrote or changed it.
          object           {"$class":"Person","name":…}: its class, then its fields; those without a key are "$$0"…
          shared object    has an "$id"; everywhere else has {"$ref":id}, also inside the object itself (a cycle)
          NSArray          […]; others {"$class":"NSSet","$elements":[…]}; NSCountedSet "$counts":[[element,count]]
          NSDictionary     {…}, {"$class":"NSMutableDictionary",…}, or "$entries":[[key,value],…] if a key isn't text
          attributed text  {"$class":"NSAttributedString","$runs":[{"$text":…,"$attributes":{…}},…]}
          other classes    {"$date":"2026-09-01T12:00:00Z"}, {"$url":…,"$base":…}, "$uuid", "$decimal", "$string", "$data"
                           (base64), "$ranges" ([first index, number of indexes]), "$indexes", "$point", "$size", "$rect",
                           "$range"; what isn't as these classes write it is shown by its fields
          in a field       null is nil; true, 5 and 0.5 are in the field itself, {"$value":5} is an object; text is one,
                           {"$inline":"text"} isn't; {"$bytes":base64}, {"$ascii":text}, {"$inline":[…]}
          in a collection  null is NSNull
          numbers          12.0 is a real; {"$float":0.1}, {"$int128":3}, {"$real":"nan"|"inf"|"-inf"}
          keys             that begin with $ have one more: "$$key"; an object with a key twice has "$fields":[[key,value]]
          classes          that Foundation doesn't have or that inherit from others than NSObject are in "$classes":
                           {"Puppy":["Dog","NSObject"]}, with hints {"superclasses":[…],"hints":[…]}
          for reading      "$derived": what the fields say, such as a color as sRGB digits or in words; it can't be changed
          property list    that isn't an archive: {"$propertyList":"binary"|"xml"|"openStep"} and its entries, "$elements" or
                           "$value"
          data             {"$data":base64}; opened {"$document":{…}}, in its own numbers and classes
          typedstream      {"$typedstream":{"byteOrder":…,"systemVersion":…}}; Foundation's objects alike, all others
                           {"$class":…,"$groups":[{types:value},{types:[values]}]}, also below the content of a
                           superclass; 5 is an NSNumber of the type i (q over 32 bits), 2.5 of d, true of c, else
                           {"$value":5,"$type":"q"}; classes are {"version":671,"superclasses":[…]}; a top level that
                           isn't one object is "$groups"
          {"$ref":id}      also stands for an object nested very deep, which follows under "$continued"
          {"$cut":id,…}    an object below --max-depth, with its class, its plain values and what it says of itself; a
                           list or a dictionary of a property list is {"$cut":"array"} or {"$cut":"dictionary"}
          {"$problem":…}   a part that cannot be read
        An object stands where its shortest path leads. Ids are UIDs; those of an archive held in data are its own.

        """
}
