package api

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

var (
	pages = promauto.NewCounterVec(prometheus.CounterOpts{
		Name: "telemetria_pages_total",
		Help: "Pages of the API that were wanted, by where they came from: the API, memory, or a request that was being sent.",
	}, []string{"source"})
	pagesFromAPI    = pages.WithLabelValues("api")
	pagesFromMemory = pages.WithLabelValues("memory")
	pagesShared     = pages.WithLabelValues("shared")

	cachedBytes = promauto.NewGauge(prometheus.GaugeOpts{
		Name: "telemetria_cached_bytes",
		Help: "Memory that pages of the API take.",
	})
)
