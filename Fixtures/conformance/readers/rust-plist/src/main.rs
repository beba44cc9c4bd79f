//! A reader for the conformance suite: the crate `plist`.

use plist::{Integer, Value};
use std::io::{Cursor, Read, Write};
use std::time::SystemTime;

fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            ' '..='~' => result.push(character),
            _ => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    result.push_str(&format!("\\u{:04x}", unit));
                }
            }
        }
    }
    result + "\""
}

fn integer(value: Integer) -> String {
    let text = match (value.as_signed(), value.as_unsigned()) {
        (Some(number), _) => number.to_string(),
        (_, Some(number)) => number.to_string(),
        _ => String::new(),
    };
    format!("{{\"integer\": \"{}\"}}", text)
}

/// The seconds from 2001 to a date.
fn seconds(time: SystemTime) -> f64 {
    let since1970 = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => after.as_secs_f64(),
        Err(before) => -before.duration().as_secs_f64(),
    };
    since1970 - 978307200.0
}

fn json(value: &Value) -> Option<String> {
    Some(match value {
        Value::Array(elements) => {
            let list: Option<Vec<String>> = elements.iter().map(json).collect();
            format!("[{}]", list?.join(", "))
        }
        Value::Dictionary(dictionary) => {
            let list: Option<Vec<String>> = dictionary
                .iter()
                .map(|(key, value)| Some(format!("[{}, {}]", quoted(key), json(value)?)))
                .collect();
            format!("{{\"dictionary\": [{}]}}", list?.join(", "))
        }
        Value::Boolean(value) => value.to_string(),
        Value::Data(bytes) => {
            let text: String = bytes.iter().map(|byte| format!("{:02x}", byte)).collect();
            format!("{{\"data\": \"{}\"}}", text)
        }
        Value::Date(date) => format!("{{\"date\": \"{:?}\"}}", seconds((*date).into())),
        Value::Real(value) => format!("{{\"real\": \"{:?}\"}}", value),
        Value::Integer(value) => integer(*value),
        Value::String(text) => quoted(text),
        Value::Uid(uid) => format!("{{\"uid\": {}}}", uid.get()),
        _ => return None,
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let rewrites = arguments[1] == "--rewrite";
    let format = &arguments[arguments.len() - 1];
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).unwrap();
    if format != "binary" && format != "xml" {
        std::process::exit(3);
    }
    if (format == "binary") != bytes.starts_with(b"bplist") {
        std::process::exit(1);
    }
    let value = match Value::from_reader(Cursor::new(bytes)) {
        Ok(value) => value,
        Err(error) => {
            eprintln!("{}", error);
            std::process::exit(1);
        }
    };
    if rewrites {
        let mut output = Vec::new();
        let written = match format.as_str() {
            "binary" => value.to_writer_binary(&mut output),
            _ => value.to_writer_xml(&mut output),
        };
        if written.is_err() || std::io::stdout().write_all(&output).is_err() {
            std::process::exit(1);
        }
    } else if let Some(text) = json(&value) {
        println!("{}", text);
    } else {
        std::process::exit(3);
    }
}
