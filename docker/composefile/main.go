// Command composefile prints the project of a compose file as `docker compose config` understands it, as JSON, or says why it does not.
//
//	composefile [-file docker-compose.yaml [-file more.yaml]] [-env-file docker/citus.env]
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	var files, envFiles []string
	flags := flag.NewFlagSet("composefile", flag.ContinueOnError)
	flags.Func("file", "compose file; later ones override earlier ones", appendTo(&files))
	flags.Func("env-file", "file of environment variables", appendTo(&envFiles))
	if err := flags.Parse(args); err != nil {
		return err
	}
	options, err := cli.NewProjectOptions(files, cli.WithOsEnv, cli.WithEnvFiles(envFiles...), cli.WithDotEnv,
		cli.WithConfigFileEnv, cli.WithDefaultConfigPath)
	if err != nil {
		return err
	}
	project, err := options.LoadProject(ctx)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(project)
}

func appendTo(values *[]string) func(string) error {
	return func(value string) error {
		*values = append(*values, value)
		return nil
	}
}
