/// A type of this library that also decodes subclasses of its class, unless another type is known for them.
package protocol SubclassReading: Codingable {}
