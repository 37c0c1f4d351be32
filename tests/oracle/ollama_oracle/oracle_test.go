// The oracle for gotmpl.ollama: Ollama's own functions, most of which are not exported.
//
// It is a test of package server, so that it can call them: copy it into the folder server of a checkout of Ollama and
// run "go test ./server -run TestOracle" with ORACLE_IN and ORACLE_OUT set. Each line of the one file is a request, a
// JSON object; each line of the other is its answer. tests/oracle/ollama_vectors.py does that.
package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/harmony"
	"github.com/ollama/ollama/template"
	"github.com/ollama/ollama/thinking"
	"github.com/ollama/ollama/tools"
	"github.com/ollama/ollama/types/model"
)

type oracleRequest struct {
	Template string                     `json:"template"`
	Renders  map[string]json.RawMessage `json:"renders"` // values of one rendering
	Chats    []json.RawMessage          `json:"chats"`   // requests to /api/chat
	Selects  []oracleSelect             `json:"selects"`
}

type oracleSelect struct {
	HasTemplate  bool   `json:"has_template"`
	ChatTemplate string `json:"chat_template"`
	Renderer     string `json:"renderer"`
	Parser       string `json:"parser"`
	Family       string `json:"family"`
	Env          string `json:"go_template_env"`
}

type oracleValues struct {
	Messages []api.Message   `json:"messages"`
	Tools    api.Tools       `json:"tools"`
	Prompt   string          `json:"prompt"`
	Suffix   string          `json:"suffix"`
	Think    *api.ThinkValue `json:"think"`

	System        string        `json:"system"`
	ModelMessages []api.Message `json:"model_messages"`
	NumCtx        int           `json:"num_ctx"` // in bytes; 0 drops nothing
	Family        string        `json:"family"`
	Model         string        `json:"model"`
	Projector     bool          `json:"projector"`
}

type oracleAnswer map[string]any

func oracleSafely(run func() (oracleAnswer, error)) (answer oracleAnswer) {
	defer func() {
		if reason := recover(); reason != nil {
			answer = oracleAnswer{"panic": fmt.Sprint(reason)}
		}
	}()
	answer, err := run()
	if err != nil {
		return oracleAnswer{"exec_error": err.Error()}
	}
	return answer
}

func oracleRender(t *template.Template, data json.RawMessage) oracleAnswer {
	var v oracleValues
	if err := json.Unmarshal(data, &v); err != nil {
		return oracleAnswer{"values_error": err.Error()}
	}
	return oracleSafely(func() (oracleAnswer, error) {
		var b bytes.Buffer
		err := t.Execute(&b, template.Values{
			Messages: v.Messages, Tools: v.Tools, Prompt: v.Prompt, Suffix: v.Suffix,
			Think: v.Think.Bool(), ThinkLevel: v.Think.String(), IsThinkSet: v.Think != nil,
		})
		return oracleAnswer{"output": b.String()}, err
	})
}

// oracleChat does what ChatHandler does between the request and the prompt.
func oracleChat(t *template.Template, data json.RawMessage) oracleAnswer {
	var v oracleValues
	if err := json.Unmarshal(data, &v); err != nil {
		return oracleAnswer{"values_error": err.Error()}
	}
	m := &Model{Name: v.Model, System: v.System, Template: t, Config: model.ConfigV2{ModelFamily: v.Family}}
	if v.Projector {
		m.ProjectorPaths = []string{"projector"}
	}
	msgs := append(v.ModelMessages, v.Messages...)
	if v.Messages[0].Role != "system" && v.System != "" {
		msgs = append([]api.Message{{Role: "system", Content: v.System}}, msgs...)
	}
	msgs = filterThinkTags(msgs, m)
	offered := v.Tools
	if shouldUseHarmony(m) {
		if v.Think != nil && v.Think.Value == "max" {
			v.Think.Value = "high"
		}
		names := harmony.NewFunctionNameMap()
		for i := range offered {
			if name := offered[i].Function.Name; name != "" {
				offered[i].Function.Name = names.ConvertAndAdd(name)
			}
		}
	}
	countBytes := func(_ context.Context, s string) ([]int, error) { return make([]int, len(s)), nil }
	opts := &api.Options{Runner: api.Runner{NumCtx: v.NumCtx}}
	return oracleSafely(func() (oracleAnswer, error) {
		prompt, media, err := chatPrompt(context.Background(), m, countBytes, opts, msgs, offered, v.Think, v.NumCtx > 0)
		return oracleAnswer{"output": prompt, "images": len(media)}, err
	})
}

// oracleSelection does what GetModel does to choose a template.
func oracleSelection(t *template.Template, s oracleSelect) string {
	os.Setenv("OLLAMA_GO_TEMPLATE", s.Env)
	m := &Model{
		Template: t, HasGoTemplate: s.HasTemplate, HasChatTemplate: s.ChatTemplate != "",
		Config: model.ConfigV2{Renderer: s.Renderer, Parser: s.Parser, ModelFamily: s.Family},
	}
	if !s.HasTemplate {
		m.Template = template.DefaultTemplate
	}
	goCaps, chatCaps := goTemplateCapabilities(m.Template), chatTemplateCapabilities(nil, s.ChatTemplate)
	harmony := shouldUseHarmony(m)
	m.PreferChatTemplate = !goTemplateEnvSet() && s.HasTemplate && s.ChatTemplate != "" && s.Renderer == "" &&
		s.Parser == "" && !harmony && shouldPreferChatTemplate(s.ChatTemplate, chatCaps, m.Template, goCaps)
	return selectedTemplateSource(m, harmony)
}

func oracleAnswerTo(r oracleRequest) oracleAnswer {
	t, err := template.Parse(r.Template)
	if err != nil {
		return oracleAnswer{"parse_error": err.Error()}
	}
	vars, err := t.Vars()
	if err != nil {
		return oracleAnswer{"parse_error": err.Error()}
	}
	opening, closing := thinking.InferTags(t.Template)
	parser := tools.NewParser(t.Template, nil)
	answer := oracleAnswer{
		"vars": vars, "thinking_tags": []string{opening, closing}, "tool_call_tag": parser.Tag(),
		"capabilities": goTemplateCapabilities(t), "tool_round_trip": goTemplateHasToolRoundTrip(t),
	}
	renders := oracleAnswer{}
	for name, data := range r.Renders {
		renders[name] = oracleRender(t, data)
	}
	var chats, selects []any
	for _, data := range r.Chats {
		chats = append(chats, oracleChat(t, data))
	}
	for _, s := range r.Selects {
		selects = append(selects, oracleAnswer{
			"source": oracleSelection(t, s), "capabilities": chatTemplateCapabilities(nil, s.ChatTemplate),
			"tool_round_trip": chatTemplateHasToolRoundTrip(s.ChatTemplate),
		})
	}
	answer["renders"], answer["chats"], answer["selects"] = renders, chats, selects
	return answer
}

func TestOracle(t *testing.T) {
	in, err := os.Open(os.Getenv("ORACLE_IN"))
	if err != nil {
		t.Skip(err)
	}
	defer in.Close()
	out, err := os.Create(os.Getenv("ORACLE_OUT"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<26)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for lines.Scan() {
		var r oracleRequest
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if err := encoder.Encode(oracleAnswerTo(r)); err != nil {
			t.Fatal(err)
		}
	}
}
