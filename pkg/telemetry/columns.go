package telemetry

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"sync"
)

// columnsVersion is the first byte of the format that docs/columns.md describes.
const columnsVersion = 1

// How the numbers of a column are written.
const (
	asDoubles byte = iota
	// Numerators, as differences to the row before.
	fromRowBefore
	// Numerators, as differences to the average of the same row.
	fromAverage
)

// maxExponent is that of the divisor of numerators: more decimals are no measurement.
const maxExponent = 9

// maxNumerator keeps the difference of two numerators, with its sign, below 2^53: JavaScript has no larger whole numbers.
const maxNumerator = 1<<51 - 1

// encodeColumns writes a page of history: rest is its JSON without the rows.
func encodeColumns(rest []byte, rows *HistoryRows) []byte {
	length := len(rows.Columns) / rows.ColumnCount
	columns := make([][]float64, rows.ColumnCount)
	exponents := make([]int, rows.ColumnCount)
	shared := 0
	for index := range columns {
		columns[index] = rows.Columns[index*length : (index+1)*length]
		if isValue := index > 0 && index < 4; isValue {
			shared = max(shared, exponentOf(columns[index]))
		}
	}
	encoded := []byte{columnsVersion}
	for _, count := range []int{
		rows.ColumnCount, rows.ReceivedRows, rows.EmptyRows, length, len(rows.UnusableBuckets) / 2, len(rest), shared,
	} {
		encoded = binary.AppendUvarint(encoded, uint64(count))
	}
	encoded = append(encoded, rest...)
	encoded = AppendDoubles(encoded, rows.UnusableBuckets)
	for index := 1; index < min(4, len(columns)); index++ {
		exponents[index] = shared
	}
	var averages []int64
	for index, column := range columns {
		numerators, ok := numeratorsOf(column, exponents[index])
		switch {
		case !ok:
			encoded = AppendDoubles(append(encoded, asDoubles), column)
		case averages != nil && (index == 2 || index == 3):
			encoded = append(encoded, fromAverage)
			for row, numerator := range numerators {
				encoded = binary.AppendVarint(encoded, numerator-averages[row])
			}
		default:
			encoded = append(encoded, fromRowBefore)
			before := int64(0)
			for _, numerator := range numerators {
				encoded = binary.AppendVarint(encoded, numerator-before)
				before = numerator
			}
		}
		if index == 1 {
			averages = numerators
		}
	}
	return encoded
}

// exponentOf is the number of decimals that all values have at most; 0 if they are no such decimals.
func exponentOf(values []float64) int {
	for exponent := range maxExponent + 1 {
		if _, ok := numeratorsOf(values, exponent); ok {
			return exponent
		}
	}
	return 0
}

// numeratorsOf returns the whole numbers that, divided by a power of ten, are the values to the last bit; ok is false if there are none.
func numeratorsOf(values []float64, exponent int) (numerators []int64, ok bool) {
	divisor := math.Pow10(exponent)
	numerators = make([]int64, len(values))
	for index, value := range values {
		scaled := math.Round(value * divisor)
		// Not true of NaN, nor of -0, which is no whole number of its own.
		if !(math.Abs(scaled) <= maxNumerator) {
			return nil, false
		}
		numerators[index] = int64(scaled)
		if math.Float64bits(float64(numerators[index])/divisor) != math.Float64bits(value) {
			return nil, false
		}
	}
	return numerators, true
}

// AppendDoubles writes numbers as little-endian 8-byte floats.
func AppendDoubles(to []byte, numbers []float64) []byte {
	to = slices.Grow(to, 8*len(numbers))
	for _, number := range numbers {
		to = binary.LittleEndian.AppendUint64(to, math.Float64bits(number))
	}
	return to
}

var errColumns = errors.New("the columns of a page cannot be read")

// decodeColumns is the inverse of encodeColumns.
func decodeColumns(encoded []byte) (rest []byte, rows *HistoryRows, err error) {
	r := columnReader{bytes: encoded}
	if r.byte() != columnsVersion {
		return nil, nil, errColumns
	}
	rows = &HistoryRows{ColumnCount: r.count(), ReceivedRows: r.count(), EmptyRows: r.count()}
	length, unusable, restBytes, exponent := r.count(), r.count(), r.count(), r.count()
	if r.failed || rows.ColumnCount > 5 || rows.ColumnCount*length > len(encoded) || exponent > maxExponent {
		return nil, nil, errColumns
	}
	rest = r.take(restBytes)
	rows.UnusableBuckets = r.doubles(2 * unusable)
	rows.Columns = make([]float64, 0, rows.ColumnCount*length)
	averages := make([]int64, length)
	for index := range rows.ColumnCount {
		coding, divisor, before := r.byte(), 1.0, int64(0)
		if index > 0 && index < 4 {
			divisor = math.Pow10(exponent)
		}
		if coding == asDoubles {
			rows.Columns = append(rows.Columns, r.doubles(length)...)
			continue
		}
		for row := range length {
			if coding == fromAverage {
				before = averages[row]
			}
			before += r.varint()
			if index == 1 {
				averages[row] = before
			}
			rows.Columns = append(rows.Columns, float64(before)/divisor)
		}
	}
	if r.failed || len(r.bytes) > 0 {
		return nil, nil, errColumns
	}
	return rest, rows, nil
}

// columnReader takes bytes from the beginning. Once they are not enough, it takes nothing any more.
type columnReader struct {
	bytes  []byte
	failed bool
}

func (r *columnReader) take(count int) []byte {
	if count < 0 || count > len(r.bytes) {
		r.failed, r.bytes = true, nil
		return nil
	}
	taken := r.bytes[:count]
	r.bytes = r.bytes[count:]
	return taken
}

func (r *columnReader) byte() byte {
	if taken := r.take(1); taken != nil {
		return taken[0]
	}
	return 0
}

func (r *columnReader) count() int {
	value, size := binary.Uvarint(r.bytes)
	if size <= 0 || value > math.MaxInt32 {
		size = -1
	}
	r.take(size)
	return int(value)
}

func (r *columnReader) varint() int64 {
	value, size := binary.Varint(r.bytes)
	if size <= 0 {
		size = -1
	}
	r.take(size)
	return value
}

func (r *columnReader) doubles(count int) []float64 {
	taken := r.take(8 * count)
	numbers := make([]float64, len(taken)/8)
	for index := range numbers {
		numbers[index] = math.Float64frombits(binary.LittleEndian.Uint64(taken[8*index:]))
	}
	return numbers
}

// packedPage is what encodeColumns returns, compressed.
type packedPage struct {
	compressed    []byte
	unpackedBytes int
}

// compressors are kept: each takes a megabyte.
var compressors = sync.Pool{New: func() any {
	// The best compression is 3 % smaller.
	writer, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	return writer
}}

func packPage(encoded []byte) *packedPage {
	return &packedPage{compressed: Compress(encoded), unpackedBytes: len(encoded)}
}

// Compress compresses with gzip.
func Compress(plain []byte) []byte {
	var compressed bytes.Buffer
	writer, end := NewCompressor(&compressed)
	// A buffer takes everything.
	_, _ = writer.Write(plain)
	end()
	return bytes.Clone(compressed.Bytes())
}

// NewCompressor compresses with gzip what is written to it, until end is called.
func NewCompressor(to io.Writer) (writer *gzip.Writer, end func()) {
	writer = compressors.Get().(*gzip.Writer)
	writer.Reset(to)
	return writer, func() {
		_ = writer.Close()
		compressors.Put(writer)
	}
}

func (p *packedPage) unpack() ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(p.compressed))
	if err != nil {
		return nil, err
	}
	unpacked := bytes.NewBuffer(make([]byte, 0, p.unpackedBytes+bytes.MinRead))
	_, err = unpacked.ReadFrom(reader)
	return unpacked.Bytes(), err
}
