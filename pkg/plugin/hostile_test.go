package plugin

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
)

const (
	// maxHeapMB is for all that hostile responses of one data source make the process allocate, garbage included.
	maxHeapMB = 1024
	// maxAnswer is for everything that a case sends at once: far more than an answer takes, and less than one that never comes.
	maxAnswer = 2 * time.Minute
)

// hostileBody is a JSON text with one part repeated, which the server writes without having all of it in memory.
type hostileBody struct {
	head, tail string
	unit       func(index int) string
	bytes      int
}

// The beginnings, parts and ends of bodies. %s is the member that has the rows.
var (
	hostileHeads = []string{
		``, `[`, `{"%s":[`, `{"%s":[{"codigo":"P1","tags":[`, `{"%s":[{"ts":"`, `{"%s":[],"siguiente":"`, `{"%s":[],"`, `{"%s":[],"a":1`, `{`, `{"a":{"b":[`,
		`{"detail":"`, "\xef\xbb\xbf[", `<html>`,
	}
	hostileUnits = []string{
		`[`, `{"a":`, `{"a":[`, `{},`, `[],`, `0,`, `"",`, `null,`, `[[]],`, `{"a":{"a":{}}},`, `"a":1,`, `"a":{},`, `1`, `a`, `\u00e9`, "é", `\`, `"`, ` `, "\n",
		`{"ts":"2026-03-02T00:00:00Z","avg":1,"min":1,"max":1,"n":1},`, `{"ts":"2026-03-02T00:00:00Z","valor":1e308},`, `{"clave":"a","tipo":"medida"},`,
		`{"dispositivo":"P1","tag":"a","valor":1,"ts":"2026-03-02T00:00:00Z"},`, `{"id":"1","inicio":"2026-03-02T00:00:00Z"},`, `{"codigo":"P1","tags":[]},`,
	}
	hostileTails = []string{``, `{}],"siguiente":null}`, `"}`, `]}]}`, `}`, `]`, `0]}`}
)

func randomBody(random *rand.Rand, list string) hostileBody {
	pick := func(texts []string) string { return strings.ReplaceAll(texts[random.IntN(len(texts))], "%s", list) }
	body := hostileBody{head: pick(hostileHeads), tail: pick(hostileTails), bytes: []int{1, 1, 4, 16, 40}[random.IntN(5)] << 20}
	part := pick(hostileUnits)
	body.unit = func(int) string { return part }
	if random.IntN(4) == 0 {
		// Names and codes that are all different.
		body.unit = func(index int) string { return fmt.Sprintf(`"k%d":%d,`, index, index) }
		if list == "dispositivos" {
			body.unit = func(index int) string {
				return fmt.Sprintf(`{"codigo":"P%d","tags":[{"clave":"a","nombre":"b"},{"clave":"c"}]},`, index)
			}
		}
	}
	return body
}

func (b hostileBody) write(writer io.Writer) {
	const blockBytes = 64 << 10
	var block strings.Builder
	block.WriteString(b.head)
	for index, written := 0, 0; written < b.bytes; index++ {
		unit := b.unit(index)
		written += len(unit)
		block.WriteString(unit)
		if block.Len() >= blockBytes {
			if _, err := io.WriteString(writer, block.String()); err != nil {
				return // the client reads no more
			}
			block.Reset()
		}
	}
	_, _ = io.WriteString(writer, block.String()+b.tail)
}

var listOfPath = map[string]string{
	"/v1/lecturas": "datos", "/v1/valores": "valores", "/v1/alertas": "alertas", "/v1/dispositivos": "dispositivos",
	"/v1/exportaciones": "exportaciones",
}

// heapWatch samples the memory that the process uses.
type heapWatch struct {
	stop chan struct{}
	done sync.WaitGroup
	most uint64
}

func watchHeap() *heapWatch {
	watch := &heapWatch{stop: make(chan struct{})}
	watch.done.Go(func() {
		for {
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			watch.most = max(watch.most, stats.HeapInuse+stats.StackInuse)
			select {
			case <-watch.stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	return watch
}

func (w *heapWatch) mostMB() int {
	close(w.stop)
	w.done.Wait()
	return int(w.most >> 20)
}

// TestHostileResponsesTakeNeitherMemoryNorForever sends what no API should: HOSTILE_RUNS cases, by FUZZ_SEED.
func TestHostileResponsesTakeNeitherMemoryNorForever(t *testing.T) {
	// As the plugin runs.
	before := debug.SetGCPercent(50)
	defer debug.SetGCPercent(before)
	cases, seed := numberOf("HOSTILE_RUNS", 2), numberOf("FUZZ_SEED", 1)
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	most := 0
	for index := range cases {
		statuses := []int{200, 200, 200, 404, 500}
		status, isCompressed, concurrent := statuses[random.IntN(len(statuses))], random.IntN(2) == 0, 1+random.IntN(2)
		bodies := map[string]hostileBody{}
		for _, path := range []string{"/v1/lecturas", "/v1/valores", "/v1/alertas", "/v1/dispositivos", "/v1/exportaciones"} {
			bodies[path] = randomBody(random, listOfPath[path])
		}
		used := runHostile(t, bodies, status, isCompressed, concurrent)
		most = max(most, used)
		if used > maxHeapMB {
			t.Errorf("case %d of seed %d, %d at once: %d MB, want at most %d; %+v", index, seed, concurrent, used, maxHeapMB, describe(bodies))
		}
	}
	t.Logf("%d cases, seed %d: at most %d MB", cases, seed, most)
}

func numberOf(name string, otherwise int) int {
	if number, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return number
	}
	return otherwise
}

func describe(bodies map[string]hostileBody) string {
	texts := []string{}
	for path, body := range bodies {
		texts = append(texts, fmt.Sprintf("%s: %d MB of %s %.60s %s", path, body.bytes>>20, body.head, body.unit(1), body.tail))
	}
	return strings.Join(texts, "\n")
}

// runHostile sends every kind of query and every resource several times at once, and returns the most memory used, in MB.
func runHostile(t *testing.T, bodies map[string]hostileBody, status int, isCompressed bool, concurrent int) int {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		body, ok := bodies[request.URL.Path]
		if !ok {
			http.NotFound(writer, request)
			return
		}
		var output io.Writer = writer
		if isCompressed {
			writer.Header().Set("Content-Encoding", "gzip")
			compressed, _ := gzip.NewWriterLevel(writer, gzip.BestSpeed)
			defer func() { _ = compressed.Close() }()
			output = compressed
		}
		writer.WriteHeader(status)
		body.write(output)
	}))
	defer server.Close()
	instance := (&testAPI{Server: server}).dataSource(t, "key", `{"timeout":60}`)
	defer instance.Dispose()
	runtime.GC()
	watch := watchHeap()
	ctx, cancel := context.WithTimeout(context.Background(), maxAnswer)
	defer cancel()
	var running sync.WaitGroup
	for index := range concurrent {
		running.Go(func() {
			request := &backend.QueryDataRequest{Headers: fromAlert}
			to := from.Add(time.Duration(24+index) * time.Hour)
			for refID, model := range map[string]string{
				"A": history, "B": `{"version":2,"kind":"latest"}`, "C": `{"version":2,"kind":"alerts"}`, "D": `{"version":2,"kind":"devices"}`,
				"E": `{"version":2,"kind":"exports"}`,
			} {
				model = strings.Replace(model, `{`, fmt.Sprintf(`{"refId":%q,`, refID), 1)
				request.Queries = append(request.Queries, backend.DataQuery{
					RefID: refID, JSON: json.RawMessage(model), MaxDataPoints: 1000, TimeRange: backend.TimeRange{From: from, To: to},
				})
			}
			responses, err := instance.QueryData(ctx, request)
			if err != nil || len(responses.Responses) != len(request.Queries) {
				t.Errorf("response %v, error %v", responses, err)
			}
		})
		for path := range bodies {
			running.Go(func() {
				resource := strings.TrimPrefix(path, "/") + fmt.Sprintf("?limite=%d", 1+index)
				requestCtx, done := context.WithCancel(ctx)
				defer done()
				err := instance.CallResource(requestCtx, &backend.CallResourceRequest{Method: "GET", Path: resource, URL: resource},
					backend.CallResourceResponseSenderFunc(func(*backend.CallResourceResponse) error { return nil }))
				if err != nil {
					t.Errorf("%s: %v", resource, err)
				}
			})
		}
	}
	running.Wait()
	if ctx.Err() != nil {
		t.Errorf("no answer within %s: %s", maxAnswer, describe(bodies))
	}
	return watch.mostMB()
}
