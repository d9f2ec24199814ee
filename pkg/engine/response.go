package engine

import "github.com/grafana/sobek"

// Response is ServerResponse of src/backend/runQueries.ts.
type Response struct {
	Frames []Frame      `json:"frames"`
	Errors []QueryError `json:"errors"`
}

// QueryError says why a query failed, for users.
type QueryError struct {
	RefID   string `json:"refId"`
	Message string `json:"message"`
	// Status as HTTP has it; 0 for a defect of the script.
	Status int `json:"status"`
}

// Frame is HostFrame of src/backend/hostFrame.ts. Meta is JSON.
type Frame struct {
	Name   string  `json:"name"`
	RefID  string  `json:"refId"`
	Meta   string  `json:"meta"`
	Fields []Field `json:"fields"`
}

// Field is HostField of src/backend/hostFrame.ts. Labels and Config are JSON.
type Field struct {
	Name     string            `json:"name"`
	Type     string            `json:"type"`
	Labels   string            `json:"labels"`
	Config   string            `json:"config"`
	Numbers  sobek.ArrayBuffer `json:"numbers"`
	Booleans []*bool           `json:"booleans"`
	Texts    []*string         `json:"texts"`
}
