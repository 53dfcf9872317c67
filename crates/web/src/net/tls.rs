//! Encryption, with a certificate and a key from files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Where the certificate and its key are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsFiles {
    /// The certificate and those that vouch for it, in PEM.
    pub certificate: PathBuf,
    /// Its private key, in PEM.
    pub key: PathBuf,
}

/// Why there is no encryption.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file cannot be opened.
    #[error("cannot read {}: {error}", .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file has something else in it.
    #[error("{} holds no {what} in PEM format: {why}", .path.display())]
    Pem {
        /// Which file.
        path: PathBuf,
        /// What is missing.
        what: &'static str,
        /// What was found.
        why: String,
    },
    /// The certificate and the key do not fit, or are of a kind that is not known.
    #[error("{} and {} cannot be used together: {why}", .files.certificate.display(), .files.key.display())]
    Unfit {
        /// The files.
        files: TlsFiles,
        /// What is wrong with them.
        why: String,
    },
}

/// Encrypts connections.
#[derive(Clone)]
pub struct Tls(pub TlsAcceptor);

impl Tls {
    /// Reads the files.
    pub fn read(files: &TlsFiles) -> Result<Tls, TlsError> {
        let what = "certificate";
        let text = read(&files.certificate)?;
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
        let chain = chain.map_err(|error| faulty(&files.certificate, what, &error))?;
        if chain.is_empty() {
            return Err(faulty(&files.certificate, what, &pem::Error::NoItemsFound));
        }
        let text = read(&files.key)?;
        let key = PrivateKeyDer::from_pem_slice(&text);
        let key = key.map_err(|error| faulty(&files.key, "private key", &error))?;
        let unfit = |error: tokio_rustls::rustls::Error| TlsError::Unfit {
            files: files.clone(),
            why: error.to_string(),
        };
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder.with_safe_default_protocol_versions().map_err(unfit)?;
        let config = builder.with_no_client_auth().with_single_cert(chain, key).map_err(unfit)?;
        Ok(Tls(TlsAcceptor::from(Arc::new(config))))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(path).map_err(|error| TlsError::Read { path: path.into(), error })
}

fn faulty(path: &Path, what: &'static str, error: &pem::Error) -> TlsError {
    let why = match error {
        pem::Error::NoItemsFound => format!("there is no \"-----BEGIN … {}\"", what.to_uppercase()),
        error => error.to_string(),
    };
    TlsError::Pem { path: path.into(), what, why }
}
