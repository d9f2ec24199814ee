package plugin

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
)

// A server that ignores the limit sends so many rows that their columns are a large response, too.
const rowsWithoutLimit = 40_000

// So much is not sent before most of it was received.
const moreThanBuffers = 24 << 20

func TestATabFromBeforeColumnsDoesNotWaitForThePlaceOfItsOwnPage(t *testing.T) {
	rows := make([]string, rowsWithoutLimit)
	for index := range rows {
		value := float64(index) / 3
		ts := from.Add(time.Duration(index) * time.Second).Format(time.RFC3339)
		rows[index] = fmt.Sprintf(`{"ts":%q,"avg":%v,"min":%v,"max":%v,"n":1}`, ts, value, value, value)
	}
	page := `{"datos":[` + strings.Join(rows, ",") + `],"siguiente":null}`
	held, ended := make(chan struct{}), make(chan struct{})
	api := &testAPI{Server: httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		if request.URL.Query().Get("tag") == "slow" {
			_, _ = writer.Write(bytes.Repeat([]byte(" "), moreThanBuffers))
			close(held)
			<-ended
		}
		_, _ = writer.Write([]byte(page))
	}))}
	defer api.Close()
	defer close(ended)
	instance := api.dataSource(t, "key", `{}`)
	call := func(ctx context.Context, tag string, headers map[string][]string) (received *backend.CallResourceResponse, err error) {
		err = instance.CallResource(ctx, &backend.CallResourceRequest{
			Method: "GET", Path: "v1/lecturas", Headers: headers,
			URL: "v1/lecturas?desde=2026-03-02T00:00:00.000Z&hasta=2026-03-03T00:00:00.000Z&intervalo=1m&tag=" + tag,
		}, backend.CallResourceResponseSenderFunc(
			func(response *backend.CallResourceResponse) error { received = response; return nil }))
		return received, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	columns, err := call(ctx, "quick", map[string][]string{"Accept": {columnsType}})
	if err != nil || len(columns.Body) < 1<<20 {
		t.Fatalf("error %v, %d bytes", err, len(columns.Body))
	}
	// Has one of the two places.
	go func() { _, _ = call(ctx, "slow", nil) }()
	<-held
	old, err := call(ctx, "quick", nil)
	if err != nil || old.Status != http.StatusOK {
		t.Errorf("error %v, response %.200s", err, old.Body)
	}
}
