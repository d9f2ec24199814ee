/**
 * Of everything that compiles Go: executables, tests and `go vet`. Grafana's SDK builds releases with this tag and without cgo; a package
 * that is compiled otherwise is compiled once more.
 */
export const GO_ENVIRONMENT = {
  CGO_ENABLED: '0',
  GOFLAGS: [process.env.GOFLAGS, '-tags=arrow_json_stdlib'].filter(Boolean).join(' '),
} as const;
