package engine

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// loop runs jobs one after the other on one goroutine, because a JavaScript engine has one thread.
type loop struct {
	mutex  sync.Mutex
	wake   *sync.Cond
	jobs   []func()
	closed bool

	busyNs atomic.Int64
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
	l.wake.Signal()
	return true
}

// close ends the loop after the job that is running; the others are dropped.
func (l *loop) close() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.closed = true
	l.jobs = nil
	l.wake.Signal()
}

// length is the number of jobs that wait.
func (l *loop) length() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return len(l.jobs)
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
		l.busyNs.Add(int64(time.Since(startedAt)))
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
	return job, true
}
