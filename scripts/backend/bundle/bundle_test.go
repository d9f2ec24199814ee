package bundle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The SHA-256 of "a" and of "b".
const (
	hashOfA = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
	hashOfB = "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d"
)

func TestReadsTheScriptUnlessAFileHasChangedSince(t *testing.T) {
	const stamp = `{"scripts/backend/dist/script.js":"` + hashOfA + `","src/core/b.ts":"` + hashOfB + `"}`
	bundled := map[string]string{script: "a", "src/core/b.ts": "b", hashes: stamp}
	for name, test := range map[string]struct {
		changed map[string]string // empty: removed
		want    string
	}{
		"as bundled":     {nil, ""},
		"a clone":        {map[string]string{hashes: "", script: ""}, "is not bundled: run `npm run build:backend`"},
		"half a bundle":  {map[string]string{hashes: ""}, "is not bundled: run `npm run build:backend`"},
		"a new source":   {map[string]string{"src/core/b.ts": "new"}, "is older than src/core/b.ts: run `npm run build:backend`"},
		"no source":      {map[string]string{"src/core/b.ts": ""}, "is older than src/core/b.ts: run `npm run build:backend`"},
		"another script": {map[string]string{script: "edited"}, "is older than " + script},
		"no stamp":       {map[string]string{hashes: "{"}, hashes + ": unexpected end of JSON input"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for _, files := range []map[string]string{bundled, test.changed} {
				for file, text := range files {
					write(t, filepath.Join(root, file), text)
				}
			}
			text, err := Read(root)
			if test.want == "" && (err != nil || text != "a") {
				t.Errorf("script %q, error %v", text, err)
			}
			if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if text == "" {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
