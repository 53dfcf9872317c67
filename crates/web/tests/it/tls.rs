//! Encryption with a certificate and a key from files.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::common::{Server, Wire};
use henge_web::{App, Config, ServeError, Timeouts, TlsFiles};
use tokio::io::BufReader;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Writes a certificate for localhost and its key; gives what a client should trust.
fn files(home: &Path) -> (TlsFiles, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_string()]).unwrap();
    let files = TlsFiles { certificate: home.join("cert.pem"), key: home.join("key.pem") };
    std::fs::write(&files.certificate, made.cert.pem()).unwrap();
    std::fs::write(&files.key, made.signing_key.serialize_pem()).unwrap();
    (files, made.cert.der().clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_served_by_https() {
    let home = tempfile::tempdir().unwrap();
    let (files, trusted) = files(home.path());
    let patience = Duration::from_millis(500);
    let server = Server::like(|config| {
        config.tls = Some(files);
        config.timeouts = Timeouts { header: patience, ..config.timeouts };
    });
    let address = server.listen().await;
    let mut roots = RootCertStore::empty();
    roots.add(trusted).unwrap();
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let connector = TlsConnector::from(Arc::new(config));
    let stream = TcpStream::connect(address).await.unwrap();
    let stream = connector.connect("localhost".try_into().unwrap(), stream).await.unwrap();
    let mut wire = Wire(BufReader::new(stream));
    assert_eq!(wire.ask("GET", "/api/v1/health", "", "").await.status, 200);
    for (origin, status) in [("https://localhost", 200), ("http://localhost", 403)] {
        let lines = format!("Origin: {origin}\r\n");
        let reply = wire.ask("POST", "/api/v1/explore", &lines, r#"{"game": "hex"}"#).await;
        assert_eq!(reply.status, status, "{origin}");
    }
    // Who does not shake hands is not waited for, and who speaks in the clear is not answered.
    let mut plain = Wire::open(address).await;
    assert!(plain.is_closed_within(Duration::from_secs(10)).await);
    let mut plain = Wire::open(address).await;
    assert!(plain.try_ask("GET", "/api/v1/health", "", "").await.is_err());
}

#[test]
fn faulty_files_are_named() {
    let home = tempfile::tempdir().unwrap();
    let (good, _) = files(home.path());
    let other = tempfile::tempdir().unwrap();
    let (another, _) = files(other.path());
    let nonsense = home.path().join("nonsense.pem");
    std::fs::write(&nonsense, "nonsense").unwrap();
    let missing = home.path().join("missing.pem");
    let cases = [
        (missing.clone(), good.key.clone(), "cannot read"),
        (good.certificate.clone(), missing, "cannot read"),
        (nonsense.clone(), good.key.clone(), "holds no certificate in PEM format"),
        (good.certificate.clone(), nonsense, "holds no private key in PEM format"),
        (good.key.clone(), good.key.clone(), "holds no certificate in PEM format"),
        (good.certificate.clone(), another.key, "cannot be used together"),
    ];
    for (certificate, key, why) in cases {
        let tls = Some(TlsFiles { certificate, key });
        let config = Config { tls, ..Config::new(home.path().join("henge.db")) };
        let error = App::new(config).err().expect("it is refused");
        assert!(matches!(error, ServeError::Tls(_)));
        assert!(error.to_string().contains(why), "{error}");
    }
}
