package telemetry

import (
	"bytes"
	"compress/gzip"
	"io"
)

// packedResponse is a response whose body is compressed: pages are a tenth as large.
type packedResponse struct {
	response      Response // without its body
	body          []byte
	unpackedBytes int
}

func pack(response *Response) *packedResponse {
	var compressed bytes.Buffer
	writer, _ := gzip.NewWriterLevel(&compressed, gzip.BestSpeed)
	// A buffer takes everything.
	_, _ = writer.Write(response.Body)
	_ = writer.Close()
	packed := &packedResponse{response: *response, body: bytes.Clone(compressed.Bytes()), unpackedBytes: len(response.Body)}
	packed.response.Body = nil
	return packed
}

func (p *packedResponse) unpack() (*Response, error) {
	reader, err := gzip.NewReader(bytes.NewReader(p.body))
	if err != nil {
		return nil, err
	}
	response := p.response
	response.Body, err = io.ReadAll(reader)
	return &response, err
}
