package engine

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

var (
	queuedJobs = promauto.NewGauge(prometheus.GaugeOpts{
		Name: "telemetria_script_queued_jobs",
		Help: "Jobs that wait for the scripts of all data sources.",
	})
	waitingQueries = promauto.NewGauge(prometheus.GaugeOpts{
		Name: "telemetria_script_waiting_queries",
		Help: "Large queries that wait for a script runtime of their own.",
	})
	abandonedScripts = promauto.NewGauge(prometheus.GaugeOpts{
		Name: "telemetria_script_abandoned",
		Help: "Scripts that do not end, for which nobody waits any more.",
	})
	scriptSeconds = promauto.NewCounter(prometheus.CounterOpts{
		Name: "telemetria_script_seconds_total",
		Help: "Time that the scripts of all data sources have run.",
	})
)
