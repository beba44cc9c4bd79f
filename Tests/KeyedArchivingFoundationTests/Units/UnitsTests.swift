import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

@Suite struct UnitsTests {
    @Test func `measurements come back, of a kind or of any, and one read as any can be asked for by kind`() throws {
        let distance = Measurement(value: 3, unit: UnitLength.miles)
        #expect(try roundTrip(distance) == distance)
        let any = try #require(try graphRoundTrip(distance) as? Measurement<Unit>)
        #expect(any.unit == UnitLength.miles)
        let economy = Measurement(value: 5, unit: UnitFuelEfficiency.milesPerGallon)
        #expect(try roundTrip(economy) == economy)

        let data = try KeyedArchiver.archivedData(withRootObject: Measurement(value: 3, unit: UnitLength.miles))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
        #expect(try unarchiver.decodeObject(of: Measurement<Unit>.self, forKey: "root")?.value == 3)
        #expect(try unarchiver.decodeObject(of: Measurement<UnitLength>.self, forKey: "root")?.unit == .miles)
    }

    @Test func `units of one's own come back, and one is the system's if its factor is that with few digits`() throws {
        let cubit = UnitLength(symbol: "cubit", converter: UnitConverterLinear(coefficient: 0.4572))
        #expect(try roundTrip(Measurement(value: 300, unit: cubit)).converted(to: .meters).value == 137.16)
        let archived = ArchivedUnit(
            className: "NSUnitFuelEfficiency", symbol: "x", converter: .reciprocal(100), specifier: 0)
        #expect(try roundTrip(archived) == archived)
        let efficiency = try #require(archived.unit as? UnitFuelEfficiency)
        #expect(efficiency.converter.baseUnitValue(fromValue: 4) == 25)
        #expect(efficiency.converter.value(fromBaseUnitValue: 25) == 4)

        func coefficient(_ stored: Double) throws -> Double? {
            let unit = ArchivedUnit(
                className: "NSUnitLength", symbol: UnitLength.miles.symbol,
                converter: .linear(coefficient: stored, constant: 0))
            return ((unit.unit as? Dimension)?.converter as? UnitConverterLinear)?.coefficient
        }
        let system = try #require(UnitLength.miles.converter as? UnitConverterLinear).coefficient
        try expectRows {
            (try coefficient(1609.34), system)
            (try coefficient(1609.344), system)
            (try coefficient(1609.347_218_694), 1609.347_218_694)
        }
    }

    @Test func `a value that some writer stored as an integer is read`() throws {
        let unit = ArchiveBuilder.object(
            "NSUnitLength",
            [
                "NS.symbol": "mi", "NS.specifier": .integer(1287),
                "NS.converter": .object(
                    ArchiveBuilder.object(
                        "NSUnitConverterLinear", ["NS.coefficient": .real(1609.344), "NS.constant": .integer(0)])),
            ]
        )
        let bytes = try ArchiveBuilder.bytes("NSMeasurement", ["NS.value": .integer(45), "NS.unit": .object(unit)])
        let decoded = try KeyedUnarchiver.unarchivedObject(of: Measurement<UnitLength>.self, from: bytes)
        #expect(decoded == Measurement(value: 45, unit: .miles))
    }
}
