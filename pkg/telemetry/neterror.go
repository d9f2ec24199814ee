package telemetry

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"regexp"
	"strings"
)

// withoutAddress says what went wrong without URL, host, port, proxy or the names of certificates: viewers of a dashboard need not
// know them.
func (c *Client) withoutAddress(err error) error {
	// These are compared by whoever waits.
	if errors.Is(err, context.Canceled) && !isTimeout(err) {
		return context.Canceled
	}
	if text, ok := knownFailure(err); ok {
		return errors.New(text)
	}
	cause := innermost(err)
	if c.namesAddress(cause.Error()) {
		return errors.New("the connection failed")
	}
	return cause
}

// knownFailure names the failures whose own texts have names and addresses.
func knownFailure(err error) (string, bool) {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return "the host name cannot be resolved", true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return "x509: the certificate is for another host name", true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return "x509: certificate signed by unknown authority", true
	}
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok {
		if invalid.Reason == x509.Expired {
			return "x509: the certificate has expired or is not yet valid", true
		}
		return "x509: the certificate is not valid", true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "x509: the certificate cannot be verified", true
	}
	return "", false
}

// innermost unwraps what adds addresses.
func innermost(err error) error {
	for {
		if operation, ok := errors.AsType[*net.OpError](err); ok && operation.Err != nil {
			err = operation.Err
		} else if wrapped, ok := errors.AsType[*url.Error](err); ok && wrapped.Err != nil {
			err = wrapped.Err
		} else {
			return err
		}
	}
}

func isTimeout(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout()
}

// anyAddress is what looks like an IP address, a host with a port, or a URL.
var anyAddress = regexp.MustCompile(`\d+\.\d+\.\d+\.\d+|\[[0-9a-fA-F:.%]+\]|[\w.-]+:\d+|\w+://`)

// namesAddress is true if a text has, or may have, an address.
func (c *Client) namesAddress(text string) bool {
	base, err := url.Parse(c.baseURL)
	return err != nil || base.Hostname() != "" && strings.Contains(text, base.Hostname()) || anyAddress.MatchString(text)
}
