import KeyedArchiving
import Testing
