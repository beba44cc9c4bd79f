meta:
  id: typedstream
  title: Typedstream, the sequential archive of NSArchiver
  file-extension:
    - typedstream
    - nib
  license: Apache-2.0
  ks-version: 0.9
doc: |
  What the calls of a coder wrote, one after another, each with its types. What a value is follows from a type string,
  which may be a reference to one that came long before. So each part gets the last shared string before it as a
  parameter, and has the last one within it as `last_string`; a reference is looked up from there backwards.
seq:
  - id: version
    type: u1
    valid: 4
  - id: signature_length
    type: u1
    valid: 11
  - id: signature
    type: str
    size: 11
    encoding: ASCII
    valid:
      any-of: ['"streamtyped"', '"typedstream"']
  - id: system_version
    type: integer
  - id: groups
    type: 'group(_index == 0 ? no_string : groups[_index - 1].last_string)'
    repeat: eos
instances:
  is_big_endian:
    value: signature == "typedstream"
  no_string:
    type: shared_string(_root, -1)
    doc: What comes before the first string. It takes no bytes.
types:
  integer:
    doc: A head byte, which is most often the number itself; or a head byte that says something else.
    seq:
      - id: head
        type: u1
      - id: wide_le
        if: is_wide and not _root.is_big_endian
        type:
          switch-on: head
          cases:
            0x81: s2le
            0x82: s4le
            0x87: s8le
      - id: wide_be
        if: is_wide and _root.is_big_endian
        type:
          switch-on: head
          cases:
            0x81: s2be
            0x82: s4be
            0x87: s8be
    instances:
      is_wide:
        value: head == 0x81 or head == 0x82 or head == 0x87
      is_new:
        value: head == 0x84
      is_nil:
        value: head == 0x85
      is_end:
        value: head == 0x86
      narrow:
        value: 'head < 0x80 ? head : head - 256'
      value:
        value: 'is_wide ? (_root.is_big_endian ? wide_be : wide_le) : narrow'
      number:
        value: value + 110
        doc: What a reference refers to.
  real:
    params:
      - id: size
        type: u1
    seq:
      - id: head
        type: integer
      - id: wide_le
        if: is_wide and not _root.is_big_endian
        type:
          switch-on: size
          cases:
            4: f4le
            8: f8le
      - id: wide_be
        if: is_wide and _root.is_big_endian
        type:
          switch-on: size
          cases:
            4: f4be
            8: f8be
    instances:
      is_wide:
        value: head.head == 0x83
      value:
        value: 'is_wide ? (_root.is_big_endian ? wide_be : wide_le) : head.value'
  raw_byte:
    seq:
      - id: value
        type: u1
  unshared_string:
    seq:
      - id: length
        type: integer
      - id: value
        size: length.value
        if: not length.is_nil
  shared_string:
    doc: A string that has a number, or a reference to one, or nil. A new one is a link of the chain of all strings.
    params:
      - id: previous
        type: struct
        doc: The new string before this one; the root before the first.
      - id: next_number
        type: s4
        doc: The number that this string has if it is new; -1 for what comes before the first, which has no bytes.
    seq:
      - id: head
        type: integer
        if: next_number >= 0
      - id: length
        type: integer
        if: next_number >= 0 and head.is_new
      - id: characters
        type: characters
        size: length.value
        if: next_number >= 0 and head.is_new
  characters:
    seq:
      - id: bytes
        size-eos: true
    instances:
      types:
        pos: 0
        type: type_string
        doc: The types, if this is the type string of a group.
  string_lookup:
    doc: Goes back in the chain of strings to the one with a number. It takes no bytes.
    params:
      - id: number
        type: s4
      - id: candidate
        type: shared_string
    instances:
      is_found:
        value: candidate.next_number == number
      before:
        type: string_lookup(number, candidate.previous.as<shared_string>)
        if: not is_found
      found:
        value: 'is_found ? candidate : before.found.as<shared_string>'
  type_string:
    seq:
      - id: nodes
        type: type_node
        repeat: eos
  type_node:
    doc: A type code. Arrays and structures have others inside.
    seq:
      - id: code
        type: u1
      - id: array
        type: array_type
        if: code == 0x5b
      - id: structure
        type: structure_type
        if: code == 0x7b
    instances:
      next:
        pos: _io.pos
        type: u1
  array_type:
    doc: 'What follows "[": digits, the type of the elements, and "]".'
    seq:
      - id: digits
        type: 'digit(_index == 0 ? 0 : digits[_index - 1].value)'
        repeat: until
        repeat-until: _.next < 0x30 or _.next > 0x39
      - id: element
        type: type_node
      - id: close
        contents: ']'
    instances:
      count:
        value: digits.last.value
  digit:
    params:
      - id: before
        type: u4
    seq:
      - id: character
        type: u1
        valid:
          min: 0x30
          max: 0x39
    instances:
      value:
        value: before * 10 + character - 0x30
      next:
        pos: _io.pos
        type: u1
  structure_type:
    doc: 'What follows "{": a name, "=", the types of the fields, and "}".'
    seq:
      - id: name
        type: str
        encoding: ASCII
        terminator: 0x3d
      - id: fields
        type: type_node
        repeat: until
        repeat-until: _.next == 0x7d
      - id: close
        contents: '}'
  group:
    doc: What one call of the coder wrote; in an object also the byte that ends it.
    params:
      - id: last
        type: shared_string
    seq:
      - id: type_string
        type: shared_string(last, last.next_number + 1)
      - id: values
        type: 'typed_value(types.nodes[_index], _index == 0 ? last_of_types : values[_index - 1].last_string)'
        repeat: expr
        repeat-expr: 'is_end ? 0 : types.nodes.size'
    instances:
      is_end:
        value: type_string.head.is_end
      lookup:
        type: string_lookup(type_string.head.number, last)
        if: not is_end and not type_string.head.is_new
      string:
        value: 'type_string.head.is_new ? type_string : lookup.found.as<shared_string>'
      types:
        value: string.characters.types
      last_of_types:
        value: 'type_string.head.is_new ? type_string : last'
      last_string:
        value: 'is_end or values.size == 0 ? last_of_types : values.last.last_string.as<shared_string>'
  typed_value:
    doc: The value of one type code.
    params:
      - id: node
        type: type_node
      - id: last
        type: shared_string
    seq:
      - id: content
        type:
          switch-on: node.code
          cases:
            0x63: raw_byte # c
            0x43: raw_byte # C
            0x42: raw_byte # B
            0x73: integer # s
            0x53: integer # S
            0x69: integer # i
            0x49: integer # I
            0x6c: integer # l
            0x4c: integer # L
            0x71: integer # q
            0x51: integer # Q
            0x66: real(4) # f
            0x64: real(8) # d
            0x40: stored_object(last) # @
            0x23: class_chain(last) # the number sign
            0x2a: c_string(last) # *
            0x25: shared_string(last, last.next_number + 1) # %
            0x3a: shared_string(last, last.next_number + 1) # the colon
            0x2b: unshared_string # +
            0x5b: array(node.array, last) # [
            0x7b: structure(node.structure, last) # {
    instances:
      last_of_name:
        value: 'content.as<shared_string>.head.is_new ? content.as<shared_string> : last'
      last_string:
        value: >-
          node.code == 0x40 ? content.as<stored_object>.last_string.as<shared_string> :
          node.code == 0x23 ? content.as<class_chain>.last_string.as<shared_string> :
          node.code == 0x2a ? content.as<c_string>.last_string.as<shared_string> :
          node.code == 0x25 or node.code == 0x3a ? last_of_name :
          node.code == 0x5b ? content.as<array>.last_string.as<shared_string> :
          node.code == 0x7b ? content.as<structure>.last_string.as<shared_string> :
          last
  stored_object:
    doc: A new object with its groups up to the byte 86; nil; or a reference, for which `head.number` is the number.
    params:
      - id: last
        type: shared_string
    seq:
      - id: head
        type: integer
      - id: class_chain
        type: class_chain(last)
        if: head.is_new
      - id: groups
        type: 'group(_index == 0 ? class_chain.last_string : groups[_index - 1].last_string)'
        repeat: until
        repeat-until: _.is_end
        if: head.is_new
    instances:
      last_string:
        value: 'head.is_new ? groups.last.last_string.as<shared_string> : last'
  class_chain:
    doc: A new class, followed by its superclass; nil, which ends the chain; or a reference.
    params:
      - id: last
        type: shared_string
    seq:
      - id: head
        type: integer
      - id: name
        type: shared_string(last, last.next_number + 1)
        if: head.is_new
      - id: version
        type: integer
        if: head.is_new
      - id: superclass
        type: 'class_chain(name.head.is_new ? name : last)'
        if: head.is_new
    instances:
      last_string:
        value: 'head.is_new ? superclass.last_string.as<shared_string> : last'
  c_string:
    params:
      - id: last
        type: shared_string
    seq:
      - id: head
        type: integer
      - id: value
        type: shared_string(last, last.next_number + 1)
        if: head.is_new
    instances:
      last_string:
        value: 'head.is_new and value.head.is_new ? value : last'
  array:
    params:
      - id: array_type
        type: array_type
      - id: last
        type: shared_string
    seq:
      - id: bytes
        size: array_type.count
        if: is_raw
      - id: elements
        type: 'typed_value(array_type.element, _index == 0 ? last : elements[_index - 1].last_string)'
        repeat: expr
        repeat-expr: array_type.count
        if: not is_raw
    instances:
      is_raw:
        value: array_type.element.code == 0x63 or array_type.element.code == 0x43
      last_string:
        value: 'is_raw or elements.size == 0 ? last : elements.last.last_string.as<shared_string>'
  structure:
    params:
      - id: structure_type
        type: structure_type
      - id: last
        type: shared_string
    seq:
      - id: fields
        type: 'typed_value(structure_type.fields[_index], _index == 0 ? last : fields[_index - 1].last_string)'
        repeat: expr
        repeat-expr: structure_type.fields.size
    instances:
      last_string:
        value: 'fields.size == 0 ? last : fields.last.last_string.as<shared_string>'
