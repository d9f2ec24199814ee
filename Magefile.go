//go:build mage

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/magefile/mage/mg"

	// mage:import
	"github.com/grafana/grafana-plugin-sdk-go/build"

	"telemetria-industrial-datasource/scripts/backend/bundle"
)

// Default builds the backend for every platform that Grafana's SDK builds for.
var Default = Backend

// Every target of the SDK that builds calls it.
func init() { _ = build.SetBeforeBuildCallback(withScript) }

// Backend bundles the script, and builds the backend for every platform that Grafana's SDK builds for.
func Backend() error {
	// Once before the builds, which would all report the same error.
	if err := bundleScript(); err != nil {
		return err
	}
	mg.Deps(build.BuildAll)
	return nil
}

// withScript lets Go embed the bundle in the place of the empty pkg/script.js.
func withScript(config build.Config) (build.Config, error) {
	if config.Env == nil { // the manifest, which needs no script
		return config, nil
	}
	config.Env["GOFLAGS"] = strings.TrimSpace(os.Getenv("GOFLAGS") + " -overlay=" + bundle.Overlay)
	return config, bundleScript()
}

// bundleScript bundles the script unless that has been done since its sources changed.
var bundleScript = sync.OnceValue(func() error {
	if bundle.Check(".") == nil {
		return nil
	}
	if _, err := exec.LookPath("node"); err != nil {
		return errors.New("the script of the backend cannot be bundled without Node.js: install it and run `npm ci`")
	}
	if _, err := os.Stat("node_modules/esbuild"); err != nil {
		return errors.New("the script of the backend cannot be bundled without the packages of package.json: run `npm ci`")
	}
	bundler := exec.Command("node", "--import", "tsx", "scripts/backend/build.ts", "--script-only")
	bundler.Stderr = os.Stderr
	if err := bundler.Run(); err != nil {
		return fmt.Errorf("the script of the backend cannot be bundled: %w", err)
	}
	return bundle.Check(".")
})
