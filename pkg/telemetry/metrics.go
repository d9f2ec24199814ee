package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

var (
	pagesTotal = promauto.NewCounterVec(prometheus.CounterOpts{
		Name: "telemetria_pages_total",
		Help: "Pages of the API that were wanted, by where they came from: the API, memory, or a request that was being sent.",
	}, []string{"source"})
	pagesFromAPI    = pagesTotal.WithLabelValues("api")
	pagesFromMemory = pagesTotal.WithLabelValues("memory")
	pagesShared     = pagesTotal.WithLabelValues("shared")

	cachedBytes = promauto.NewGauge(prometheus.GaugeOpts{
		Name: "telemetria_cached_bytes",
		Help: "Memory that pages of the API take.",
	})
)
