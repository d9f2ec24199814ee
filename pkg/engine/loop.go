package engine

import (
	"fmt"
	"sync"
	"time"
)

// loop runs jobs one after the other on one goroutine, because a JavaScript engine has one thread.
type loop struct {
	mutex  sync.Mutex
	wake   *sync.Cond
	jobs   []func()
	closed bool
}

func newLoop() *loop {
	l := &loop{}
	l.wake = sync.NewCond(&l.mutex)
	return l
}

// add queues a job; it never blocks, since jobs add jobs. It returns false if the loop is closed.
func (l *loop) add(job func()) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.closed {
		return false
	}
	l.jobs = append(l.jobs, job)
	queuedJobs.Inc()
	l.wake.Signal()
	return true
}

// close ends the loop after the job that is running; the others are dropped.
func (l *loop) close() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.closed = true
	queuedJobs.Sub(float64(len(l.jobs)))
	l.jobs = nil
	l.wake.Signal()
}

// run executes jobs until the loop is closed. It returns the panic of a job as an error.
func (l *loop) run() (err error) {
	defer func() {
		if crash := recover(); crash != nil {
			err = fmt.Errorf("the script crashed: %v", crash)
		}
	}()
	for {
		job, ok := l.next()
		if !ok {
			return nil
		}
		startedAt := time.Now()
		job()
		scriptSeconds.Add(time.Since(startedAt).Seconds())
	}
}

func (l *loop) next() (func(), bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for len(l.jobs) == 0 && !l.closed {
		l.wake.Wait()
	}
	if l.closed {
		return nil, false
	}
	job := l.jobs[0]
	l.jobs[0] = nil
	l.jobs = l.jobs[1:]
	queuedJobs.Dec()
	return job, true
}
