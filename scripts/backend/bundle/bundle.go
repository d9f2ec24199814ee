// Package bundle finds the script that `npm run build:backend` has bundled, for builds and tests. Its paths are relative to the root of
// the repository.
package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// What scripts/backend/bundleScript.ts writes. Overlay is for `go build -overlay`.
const (
	Overlay = folder + "/overlay.json"
	script  = folder + "/script.js"
	// definitions is for tests.
	definitions = folder + "/rowLoops.js"
	hashes      = folder + "/sources.json"
	folder      = "scripts/backend/dist"
)

// Read returns the script. It fails as Check does.
func Read(root string) (string, error) {
	return read(root, script)
}

// ReadDefinitions returns a script whose variable `rowLoops` has the functions of src/core/history/rowLoops.ts. It fails as Check does.
func ReadDefinitions(root string) (string, error) {
	return read(root, definitions)
}

func read(root, file string) (string, error) {
	if err := Check(root); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(root, file))
	return string(text), err
}

// Check fails, with what to run, if no script was bundled, or if a file that it depends on has changed since.
func Check(root string) error {
	text, err := os.ReadFile(filepath.Join(root, hashes))
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("the script of the backend is not bundled: run `npm run build:backend`")
	}
	if err != nil {
		return err
	}
	var hashOf map[string]string
	if err := json.Unmarshal(text, &hashOf); err != nil {
		return fmt.Errorf("%s: %w", hashes, err)
	}
	for file, hash := range hashOf {
		content, err := os.ReadFile(filepath.Join(root, file))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != hash {
			return fmt.Errorf("the script of the backend is older than %s: run `npm run build:backend`", file)
		}
	}
	return nil
}
