"""A reader for the conformance suite: pytypedstream, by the events of its stream reader."""

from tagged import main
from typedstream import stream


def text(data):
    return data.decode("latin-1")


class Reader:
    def __init__(self, data):
        self.stream = stream.TypedStreamReader.from_data(data)
        self.objects = {}
        # What has a number: the label of an object, a class chain or a C string.
        self.numbered = []

    def content(self):
        groups = []
        for event in self.stream:
            groups.append(self.group(event))
        return {
            "order": self.stream.byte_order, "system": self.stream.system_version, "groups": groups,
            "objects": self.objects,
        }

    def group(self, begin):
        values = [self.value(next(self.stream), encoding) for encoding in begin.encodings]
        assert isinstance(next(self.stream), stream.EndTypedValues)
        return {"types": text(b"".join(begin.encodings)), "values": values}

    def value(self, event, encoding):
        if encoding == b"!":
            return {"ignored": None}
        if encoding == b"#":
            chain = self.chain(event)
            return {"class": chain} if chain else None
        if event is None:
            return None
        if isinstance(event, bool):
            return int(event)
        if isinstance(event, int):
            return {"integer": str(event)} if encoding not in (b"f", b"d") else {"real": repr(float(event))}
        if isinstance(event, float):
            return {"real": repr(event)}
        if isinstance(event, bytes):
            return {"data": event.hex()}
        if isinstance(event, stream.ByteArray):
            return {"data": event.data.hex()}
        if isinstance(event, stream.Atom):
            return {"atom": text(event.contents)} if event.contents is not None else None
        if isinstance(event, stream.Selector):
            return {"selector": text(event.name)} if event.name is not None else None
        if isinstance(event, stream.CString):
            self.numbered.append({"cString": text(event.contents)})
            return self.numbered[-1]
        if isinstance(event, stream.BeginArray):
            values = [self.value(next(self.stream), event.element_encoding) for _ in range(event.length)]
            assert isinstance(next(self.stream), stream.EndArray)
            return {"array": values}
        if isinstance(event, stream.BeginStruct):
            values = [self.value(next(self.stream), field) for field in event.field_encodings]
            assert isinstance(next(self.stream), stream.EndStruct)
            return {"struct": values}
        if isinstance(event, stream.BeginObject):
            return self.object()
        if isinstance(event, stream.ObjectReference):
            return self.reference(event)
        raise TypeError(f"an event of the type {type(event)}")

    def reference(self, event):
        known = self.numbered[event.number]
        if isinstance(known, list):
            return {"class": known}
        return known

    def object(self):
        label = str(len(self.numbered))
        self.numbered.append({"object": label})
        made = self.objects[label] = {"classes": self.chain(next(self.stream)), "groups": []}
        while not isinstance(event := next(self.stream), stream.EndObject):
            made["groups"].append(self.group(event))
        return {"object": label}

    def chain(self, event):
        """A class and its superclasses, each of which gets a number when its name is seen."""
        names = []
        while isinstance(event, stream.SingleClass):
            names.append([text(event.name), event.version])
            event = next(self.stream)
        rest = self.numbered[event.number] if event is not None else []
        chain = names + rest
        for position in range(len(names)):
            self.numbered.append(chain[position:])
        return chain


def read(format, data):
    return Reader(data).content()


main(read)
