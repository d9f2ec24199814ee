package plugin

import (
	"context"
	"io"
	"net"
	"sync/atomic"
	"testing"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/proxy"
)

// socksProxy is a SOCKS5 proxy as Grafana's server has one, without TLS. It connects to target, wherever a client wants to go.
type socksProxy struct {
	net.Listener
	target      string
	connections atomic.Int32
}

func startSocksProxy(t *testing.T, target string) *socksProxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &socksProxy{Listener: listener, target: target}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go server.serve(client)
		}
	}()
	return server
}

// serve speaks RFC 1928 with the user names and passwords of RFC 1929.
func (s *socksProxy) serve(client net.Conn) {
	defer func() { _ = client.Close() }()
	read := func(length byte) []byte {
		bytes := make([]byte, length)
		_, _ = io.ReadFull(client, bytes)
		return bytes
	}
	read(read(2)[1])
	_, _ = client.Write([]byte{5, 2}) // user name and password
	read(read(2)[1])
	read(read(1)[0])
	_, _ = client.Write([]byte{1, 0})
	switch read(4)[3] {
	case 1: // IPv4
		read(4)
	case 3: // a name
		read(read(1)[0])
	}
	read(2)
	_, _ = client.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	api, err := net.Dial("tcp", s.target)
	if err != nil {
		return
	}
	defer func() { _ = api.Close() }()
	s.connections.Add(1)
	go func() { _, _ = io.Copy(api, client) }()
	_, _ = io.Copy(client, api)
}

func TestTheBackendConnectsThroughTheSecureSocksProxy(t *testing.T) {
	script, err := bundledScript()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name      string
		isEnabled string // on Grafana's server
		jsonData  string
		usesSocks bool
	}{
		{"where both have it", "true", `{"enableSecureSocksProxy":true}`, true},
		{"unless the data source lacks it", "true", `{}`, false},
		{"unless the server lacks it", "false", `{"enableSecureSocksProxy":true}`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			api := startAPI(t)
			socks := startSocksProxy(t, api.Listener.Addr().String())
			ctx := backend.WithGrafanaConfig(context.Background(), backend.NewGrafanaCfg(map[string]string{
				proxy.PluginSecureSocksProxyEnabled:            test.isEnabled,
				proxy.PluginSecureSocksProxyProxyAddress:       socks.Addr().String(),
				proxy.PluginSecureSocksProxyAllowInsecure:      "true",
				proxy.PluginSecureSocksProxyServerName:         "socks",
				proxy.PluginSecureSocksProxyClientCertContents: "none",
				proxy.PluginSecureSocksProxyClientKeyContents:  "none",
				proxy.PluginSecureSocksProxyRootCAsContents:    "none",
			}))
			instance, err := newDatasource(ctx, script, backend.DataSourceInstanceSettings{
				UID: "uid", Type: "telemetria-industrial-datasource", JSONData: []byte(test.jsonData),
				URL: "http://plant.invalid", DecryptedSecureJSONData: map[string]string{"apiKey": "key"},
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(instance.Dispose)
			response := queryData(t, instance, fromAlert, history)["A"]
			usesSocks, isAnswered := socks.connections.Load() > 0, response.Error == nil
			// Only the proxy can reach the API.
			if usesSocks != test.usesSocks || isAnswered != test.usesSocks {
				t.Errorf("through the proxy: %t, answered: %t (%v)", usesSocks, isAnswered, response.Error)
			}
		})
	}
}
