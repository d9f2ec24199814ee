package plugin

import (
	"context"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
)

// endWhenCancelled ends a resource request that nobody waits for any more as cancelled. Browsers cancel requests whenever a dashboard is
// refreshed or left, and the adapter of the SDK always answers: it would log an error for each, because the answer cannot be sent.
func endWhenCancelled(next backend.CallResourceHandler) backend.CallResourceHandler {
	return backend.CallResourceHandlerFunc(func(ctx context.Context, request *backend.CallResourceRequest, sender backend.CallResourceResponseSender) error {
		whileAwaited := backend.CallResourceResponseSenderFunc(func(response *backend.CallResourceResponse) error {
			if err := sender.Send(response); err != nil && ctx.Err() == nil {
				return err
			}
			return nil
		})
		if err := next.CallResource(ctx, request, whileAwaited); err != nil {
			return err
		}
		return ctx.Err()
	})
}
