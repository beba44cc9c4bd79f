meta:
  id: bplist00
  title: Binary property list, version 00
  file-extension:
    - plist
    - bplist
  license: Apache-2.0
  ks-version: 0.9
  endian: be
doc: |
  A tree of values, stored as a table of numbered objects. The trailer at the end of the file says where the table of
  their offsets is; containers name their contents by number.

  What keyed archives make of the values is no part of this description.
seq:
  - id: magic
    contents: bplist0
  - id: minor_version
    type: u1
    doc: The character 0. Readers accept any.
instances:
  trailer:
    pos: _io.size - 32
    type: trailer
  offsets:
    pos: trailer.table_position
    type: sized_integer(trailer.offset_size)
    repeat: expr
    repeat-expr: trailer.count
    doc: The position of each object in the file.
  objects:
    pos: 8
    type: numbered_object(_index)
    repeat: expr
    repeat-expr: trailer.count
    doc: All objects, also those that no container refers to.
  root:
    value: objects[trailer.top_object].object
types:
  trailer:
    seq:
      - id: unused
        size: 5
      - id: sort_version
        type: u1
      - id: offset_size
        type: u1
        valid:
          min: 1
          max: 8
      - id: reference_size
        type: u1
        valid:
          min: 1
          max: 8
      - id: count
        type: u8
        valid:
          min: 1
      - id: top_object
        type: u8
        valid:
          expr: _ < count
      - id: table_position
        type: u8
        valid:
          expr: '_ > 8 and _ + count * offset_size == _root._io.size - 32'
  sized_integer:
    doc: A number without a sign, in a size that something else gives.
    params:
      - id: size
        type: u1
    seq:
      - id: value
        type:
          switch-on: size
          cases:
            1: u1
            2: u2
            3: b24
            4: u4
            5: b40
            6: b48
            7: b56
            8: u8
  numbered_object:
    doc: Takes no bytes itself; the object is where the offset table says.
    params:
      - id: number
        type: u8
    instances:
      object:
        pos: _root.offsets[number].value
        type: stored_object
  stored_object:
    seq:
      - id: marker
        type: u1
      - id: wide_length
        type: wide_length
        if: has_length and low == 15
        doc: An integer object with the length, if it doesn't fit the marker.
      - id: body
        type:
          switch-on: kind
          cases:
            'kinds::simple': simple(low)
            'kinds::integer': integer(low)
            'kinds::real': real(low)
            'kinds::date': date
            'kinds::data': data(length)
            'kinds::ascii_string': ascii_string(length)
            'kinds::utf16_string': utf16_string(length)
            'kinds::uid': sized_integer(low + 1)
            'kinds::array': references(length)
            'kinds::set': references(length)
            'kinds::dictionary': dictionary(length)
    instances:
      kind:
        value: marker >> 4
        enum: kinds
      low:
        value: marker & 15
      has_length:
        value: '(marker >= 0x40 and marker < 0x70) or (marker >= 0xa0 and marker < 0xe0)'
      length:
        value: 'low == 15 ? wide_length.value : low'
  wide_length:
    seq:
      - id: marker
        type: u1
        valid:
          min: 0x10
          max: 0x13
      - id: value
        type:
          switch-on: marker
          cases:
            0x10: u1
            0x11: u2
            0x12: u4
            0x13: u8
  simple:
    doc: 'Null, false or true: 0, 8 or 9.'
    params:
      - id: value
        type: u1
  integer:
    doc: Numbers of 1, 2 and 4 bytes have no sign; those of 8 and 16 bytes have one.
    params:
      - id: exponent
        type: u1
    seq:
      - id: high
        type: s8
        if: exponent == 4
        doc: The upper half of 16 bytes.
      - id: value
        type:
          switch-on: exponent
          cases:
            0: u1
            1: u2
            2: u4
            3: s8
            4: u8
  real:
    params:
      - id: exponent
        type: u1
    seq:
      - id: value
        type:
          switch-on: exponent
          cases:
            2: f4
            3: f8
  date:
    seq:
      - id: value
        type: f8
        doc: Seconds from 2001-01-01T00:00:00Z.
  data:
    params:
      - id: length
        type: u8
    seq:
      - id: value
        size: length
  ascii_string:
    params:
      - id: length
        type: u8
    seq:
      - id: value
        type: str
        size: length
        encoding: ISO-8859-1
        doc: ASCII. Other bytes, which faulty writers put here, are ISO 8859-1 to CoreFoundation.
  utf16_string:
    params:
      - id: length
        type: u8
    seq:
      - id: value
        type: str
        size: 2 * length
        encoding: UTF-16BE
  references:
    params:
      - id: length
        type: u8
    seq:
      - id: elements
        type: sized_integer(_root.trailer.reference_size)
        repeat: expr
        repeat-expr: length
  dictionary:
    params:
      - id: length
        type: u8
    seq:
      - id: keys
        type: sized_integer(_root.trailer.reference_size)
        repeat: expr
        repeat-expr: length
      - id: values
        type: sized_integer(_root.trailer.reference_size)
        repeat: expr
        repeat-expr: length
enums:
  kinds:
    0x0: simple
    0x1: integer
    0x2: real
    0x3: date
    0x4: data
    0x5: ascii_string
    0x6: utf16_string
    0x8: uid
    0xa: array
    0xc: set
    0xd: dictionary
