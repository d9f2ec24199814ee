// Command queryhost answers queries of data sources without Grafana, for tests and benchmarks: a request per line of stdin, a
// response per line of stdout.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"

	"telemetria-industrial-datasource/pkg/plugin"
)

// request names the settings of a data source and the queries to execute. Equal settings mean the same data source.
type request struct {
	ID       int               `json:"id"`
	URL      string            `json:"url"`
	APIKey   string            `json:"apiKey"`
	JSONData json.RawMessage   `json:"jsonData"`
	Headers  map[string]string `json:"headers"`
	Queries  []query           `json:"queries"`
}

type query struct {
	RefID         string          `json:"refId"`
	Model         json.RawMessage `json:"model"`
	FromEpochMs   int64           `json:"fromEpochMs"`
	ToEpochMs     int64           `json:"toEpochMs"`
	MaxDataPoints int64           `json:"maxDataPoints"`
	IntervalMs    int64           `json:"intervalMs"`
}

type response struct {
	ID         int                        `json:"id"`
	DurationMs float64                    `json:"durationMs"`
	Responses  *backend.QueryDataResponse `json:"responses"`
}

type dataSources struct {
	mutex sync.Mutex
	known map[string]*plugin.Instance
}

func main() {
	sources := &dataSources{known: map[string]*plugin.Instance{}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	output := json.NewEncoder(os.Stdout)
	var writing sync.Mutex
	var running sync.WaitGroup
	for lines.Scan() {
		var one request
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		running.Go(func() {
			result, err := sources.answer(one)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			writing.Lock()
			defer writing.Unlock()
			_ = output.Encode(result)
		})
	}
	running.Wait()
}

func (s *dataSources) answer(one request) (*response, error) {
	instance, err := s.instance(one)
	if err != nil {
		return nil, err
	}
	queries := make([]backend.DataQuery, len(one.Queries))
	for index, query := range one.Queries {
		queries[index] = backend.DataQuery{
			RefID:         query.RefID,
			JSON:          query.Model,
			TimeRange:     backend.TimeRange{From: time.UnixMilli(query.FromEpochMs), To: time.UnixMilli(query.ToEpochMs)},
			MaxDataPoints: query.MaxDataPoints,
			Interval:      time.Duration(query.IntervalMs) * time.Millisecond,
		}
	}
	startedAt := time.Now()
	responses, err := instance.QueryData(context.Background(), &backend.QueryDataRequest{Headers: one.Headers, Queries: queries})
	if err != nil {
		return nil, err
	}
	return &response{ID: one.ID, DurationMs: float64(time.Since(startedAt).Microseconds()) / 1000, Responses: responses}, nil
}

func (s *dataSources) instance(one request) (*plugin.Instance, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := one.URL + "\n" + one.APIKey + "\n" + string(one.JSONData)
	if known, ok := s.known[key]; ok {
		return known, nil
	}
	settings := backend.DataSourceInstanceSettings{
		UID: "telemetry", URL: one.URL, JSONData: one.JSONData,
		DecryptedSecureJSONData: map[string]string{"apiKey": one.APIKey},
	}
	instance, err := plugin.NewInstance(context.Background(), settings)
	if err != nil {
		return nil, err
	}
	s.known[key] = instance.(*plugin.Instance)
	return s.known[key], nil
}
