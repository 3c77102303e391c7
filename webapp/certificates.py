"""https at home: a certificate authority of this house, and a certificate that it gives this machine.

Browsers offer the camera and installing only to pages whose certificate they trust. Nobody outside can vouch
for an address at home, so the house makes an authority of its own, which a phone can be told to trust. It is
good for local names and private addresses alone: with its key nobody could pass for a site on the internet.
"""

import ipaddress
import os
import secrets
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from webapp.access.hosts import LOCAL_NAME
from webapp.paths import DataFolder, DataFolderError
from webapp.whole_files import write_whole

# Apple refuses leaves that live longer than 398 days.
LEAF_DAYS: Final = 397
AUTHORITY_DAYS: Final = 3650
_RENEWED_DAYS: Final = 30
_DAY_BEFORE: Final = timedelta(days=1)  # phones whose clock is behind
_PRIVATE: Final = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "100.64.0.0/10"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)


@dataclass(frozen=True)
class Certificates:
    """Files in PEM: the authority's certificate for phones, this machine's certificate and its key."""

    authority: Path
    leaf: Path
    key: Path

    def fingerprint(self) -> str:
        """SHA-256 of the authority, as phones show it: ``AB:CD:…``."""
        return _load(self.authority).fingerprint(hashes.SHA256()).hex(":").upper()

    def for_phones(self) -> bytes:
        """The authority's certificate as phones install it (DER)."""
        return _load(self.authority).public_bytes(serialization.Encoding.DER)


def certificates(folder: DataFolder, addresses: Iterable[str], now: datetime | None = None) -> Certificates:
    """The house's certificates: made at first, the leaf again when it nears its end or the addresses change.

    Args:
        folder: they lie in its folder ``tls``, the keys readable by the owner alone.
        addresses: this machine's IPv4 addresses.
        now: for tests.

    Raises:
        DataFolderError: they cannot be read or written.
    """
    now = now or datetime.now(UTC)
    place = folder.root / "tls"
    found = Certificates(place / "authority.crt", place / "page.crt", place / "page.key")
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        authority_key = place / "authority.key"
        if not (found.authority.exists() and authority_key.exists()):
            _make_authority(found.authority, authority_key, now)
        names = _names(addresses)
        if not _is_good(found, names, now):
            _make_leaf(found, authority_key, names, now)
    except (OSError, ValueError) as error:
        raise DataFolderError(f"the certificates in {place} cannot be read or made ({error})") from error
    return found


def _names(addresses: Iterable[str]) -> list[x509.GeneralName]:
    """What the leaf is good for: local names, and addresses of private networks."""
    own = socket.gethostname().split(".")[0].lower()
    # A name that is no name in certificates (an underscore, say) is left out.
    local = [
        LOCAL_NAME,
        "localhost",
        *([f"{own}.local"] if own.replace("-", "").isalnum() and own.isascii() else []),
    ]
    numbers = [ipaddress.ip_address(one) for one in ("127.0.0.1", "::1", *addresses)]
    private = [ipaddress.ip_network(one) for one in _PRIVATE]
    return [
        *(x509.DNSName(name) for name in dict.fromkeys(local)),
        *(
            x509.IPAddress(one)
            for one in dict.fromkeys(numbers)
            if any(one in network for network in private)
        ),
    ]


def _make_authority(certificate: Path, key_file: Path, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"fanpai at home {secrets.token_hex(2)}")])
    allowed: list[x509.GeneralName] = [x509.DNSName("local"), x509.DNSName("localhost")]
    allowed += [x509.IPAddress(ipaddress.ip_network(one)) for one in _PRIVATE]
    made = (
        _builder(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(
            x509.NameConstraints(permitted_subtrees=allowed, excluded_subtrees=None), critical=True
        )
        .sign(key, hashes.SHA256())
    )
    _write_key(key_file, key)
    write_whole(certificate, made.public_bytes(serialization.Encoding.PEM))


def _make_leaf(
    found: Certificates, authority_key: Path, names: list[x509.GeneralName], now: datetime
) -> None:
    authority = _load(found.authority)
    signer = serialization.load_pem_private_key(authority_key.read_bytes(), None)
    if not isinstance(signer, ec.EllipticCurvePrivateKey):
        raise ValueError("the authority's key is of another kind")
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, LOCAL_NAME)])
    made = (
        _builder(subject, authority.subject, key, now, LEAF_DAYS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .sign(signer, hashes.SHA256())
    )
    _write_key(found.key, key)
    write_whole(found.leaf, made.public_bytes(serialization.Encoding.PEM))


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _DAY_BEFORE)
        .not_valid_after(now - _DAY_BEFORE + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _is_good(found: Certificates, names: list[x509.GeneralName], now: datetime) -> bool:
    if not (found.leaf.exists() and found.key.exists()):
        return False
    leaf = _load(found.leaf)
    covered = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    key = serialization.load_pem_private_key(found.key.read_bytes(), None)
    return (
        set(names) <= set(covered)
        # A power cut between the two leaves a new key beside the old certificate.
        and key.public_key() == leaf.public_key()
        and leaf.issuer == _load(found.authority).subject
        and leaf.not_valid_after_utc - now > timedelta(days=_RENEWED_DAYS)
    )


def _load(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    data = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    draft = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
