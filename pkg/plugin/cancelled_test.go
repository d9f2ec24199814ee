package plugin

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/log"
)

func TestACancelledRequestOfABrowserIsNotLoggedAsAnError(t *testing.T) {
	instance := startAPI(t).dataSource(t, "key", `{}`)
	call := func(isCancelled bool) (logged string, err error) {
		records := &recordedLog{Logger: log.DefaultLogger}
		before := log.DefaultLogger
		log.DefaultLogger = records
		defer func() { log.DefaultLogger = before }()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		err = instance.CallResource(ctx, &backend.CallResourceRequest{Method: "GET", Path: "v1/valores", URL: "v1/valores"},
			backend.CallResourceResponseSenderFunc(func(*backend.CallResourceResponse) error {
				if isCancelled {
					cancel()
				}
				return errors.New("not sent")
			}))
		return records.String(), err
	}
	if logged, err := call(true); !errors.Is(err, context.Canceled) || strings.Contains(logged, "Failed to send") {
		t.Errorf("error %v, log %s", err, logged)
	}
	if logged, err := call(false); err != nil || !strings.Contains(logged, "Failed to send") {
		t.Errorf("an answer that is lost while it is awaited: error %v, log %s", err, logged)
	}
}
