//go:build mage

package main

import (
	// mage:import
	build "github.com/grafana/grafana-plugin-sdk-go/build"
)

// Default builds the backend for every platform that Grafana's SDK builds for.
var Default = build.BuildAll
