// Command composefile prints the project of a compose file as `docker compose config` understands it, as JSON, or says why it does not.
//
//	composefile -file docker-compose.yaml [-file more.yaml] [-env-file docker/timescale.env] [-profile timescale]
//
// Of the environment, only variables that begin with COMPOSEFILE_ are used, without that beginning: the result depends on nothing else.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
)

const variablePrefix = "COMPOSEFILE_"

type texts []string

func (t *texts) String() string { return strings.Join(*t, ",") }

func (t *texts) Set(value string) error {
	*t = append(*t, value)
	return nil
}

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	var files, envFiles, profiles texts
	flags := flag.NewFlagSet("composefile", flag.ContinueOnError)
	flags.Var(&files, "file", "compose file; later ones override earlier ones")
	flags.Var(&envFiles, "env-file", "file of environment variables")
	flags.Var(&profiles, "profile", "profile to enable")
	if err := flags.Parse(args); err != nil {
		return err
	}
	options, err := cli.NewProjectOptions(files,
		cli.WithEnv(variables(os.Environ())),
		cli.WithEnvFiles(envFiles...),
		cli.WithDotEnv,
		cli.WithProfiles(profiles),
		cli.WithDefaultProfiles(),
	)
	if err != nil {
		return err
	}
	project, err := options.LoadProject(ctx)
	if err != nil {
		return err
	}
	text, err := json.Marshal(project)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}

func variables(environment []string) []string {
	var found []string
	for _, variable := range environment {
		if name, isOne := strings.CutPrefix(variable, variablePrefix); isOne {
			found = append(found, name)
		}
	}
	return found
}
