package telemetry

import "context"

// largeBodyBytes is more than pages as the plugin requests them have, except lists of thousands of devices.
const largeBodyBytes = 1 << 20

// maxLarge is how many large responses of a data source are in hand at a time: each takes up to maxBodyBytes, and several times that
// while it is decoded.
const maxLarge = 2

// admission lets few large responses in; the others wait.
type admission chan struct{}

func newAdmission() admission { return make(admission, maxLarge) }

// enter waits for a place until ctx ends.
func (a admission) enter(ctx context.Context) error {
	select {
	case a <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (a admission) leave() { <-a }
