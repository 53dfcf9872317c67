//! Refusals that every request can meet, in the document that describes them all.

use utoipa::openapi::path::Operation;
use utoipa::openapi::{
    ContentBuilder, Header, ObjectBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder, Type,
};

/// Status and reason for requests of any kind.
const ALL: [(&str, &str); 4] = [
    ("400", "the request is faulty"),
    ("421", "the Host header names somebody else"),
    ("429", "too many requests, connections or streams; Retry-After says when to ask again"),
    ("503", "the server cannot do this right now"),
];
/// The same for those that change something.
const CHANGING: [(&str, &str); 1] = [("403", "a page of another site asks")];
/// The same for those that bring a body along.
const WITH_BODY: [(&str, &str); 2] =
    [("408", "the body did not arrive in time"), ("413", "the body is too large")];

/// Adds them to all operations that do not describe them in words of their own.
pub fn describe(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        let operations = [(&mut item.get, false), (&mut item.post, true), (&mut item.delete, true)];
        for (operation, changes) in operations {
            if let Some(operation) = operation {
                add(operation, &ALL);
                add(operation, if changes { &CHANGING } else { &[] });
                add(operation, if operation.request_body.is_some() { &WITH_BODY } else { &[] });
            }
        }
    }
}

fn add(operation: &mut Operation, refusals: &[(&str, &str)]) {
    let responses = &mut operation.responses.responses;
    for (status, why) in refusals {
        let described = responses.entry(status.to_string());
        described.or_insert_with(|| RefOr::T(refusal(status, why)));
    }
}

fn refusal(status: &str, why: &str) -> Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    let response = ResponseBuilder::new().description(why).content("application/json", body);
    let response = match status {
        "429" => {
            let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
            response.header("Retry-After", Header::new(seconds))
        }
        _ => response,
    };
    response.build()
}
