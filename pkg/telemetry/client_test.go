package telemetry

import "testing"

func TestOnlyTheOperationsOfThePluginAreAllowed(t *testing.T) {
	for _, path := range []string{
		"v1/lecturas", "v1/alertas", "v1/dispositivos", "v1/valores", "v1/exportaciones", "v1/exportaciones/3f1c-09", "v1/exportaciones/a%20b",
	} {
		if !Allows(path) {
			t.Errorf("%s is not allowed", path)
		}
	}
	for _, path := range []string{
		"", "v1", "v1/", "v2/lecturas", "v1/lecturas/", "v1/lecturas2", "v1/lecturas/x", "metrics", "/v1/lecturas", "v1/exportaciones/",
		"v1/exportaciones/..", "v1/exportaciones/%2e%2e", "v1/exportaciones/..%2f..%2fmetrics", "v1/exportaciones/a/b", "v1/exportaciones/a%2Fb",
		"v1/exportaciones/a%5Cb", "v1/exportaciones/a?b", "v1/exportaciones/a%3Fb", "v1/exportaciones/%zz", "v1/lecturas\n", "//other.example/v1/lecturas",
		"http://other.example/v1/lecturas",
	} {
		if Allows(path) {
			t.Errorf("%q is allowed", path)
		}
	}
}
