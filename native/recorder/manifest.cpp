#include "recorder/manifest.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <algorithm>
#include <vector>

#include "recorder/files.h"

namespace hrr {
namespace {

const char* truth(bool value) { return value ? "true" : "false"; }

struct Process {
  long long pid = 0;
  long long parent = 0;
  bool complete = false;
  unsigned long long events = 0;
  unsigned long long blobs = 0;
};

const char* value_of(const std::string& text, const char* key) {
  const std::string pattern = "\"" + std::string(key) + "\": ";
  const size_t found = text.find(pattern);
  return found == std::string::npos ? nullptr : text.c_str() + found + pattern.size();
}

bool read_process(const std::string& path, Process* process) {
  std::string text;
  if (read_file(path, &text, 1u << 20) != 0) return false;
  const char* pid = value_of(text, "pid");
  const char* parent = value_of(text, "parent_pid");
  const char* complete = value_of(text, "complete");
  const char* events = value_of(text, "event_count");
  const char* blobs = value_of(text, "blob_count");
  if (!pid || !parent || !complete || !events || !blobs) return false;
  process->pid = ::strtoll(pid, nullptr, 10);
  process->parent = ::strtoll(parent, nullptr, 10);
  process->complete = ::strncmp(complete, "true", 4) == 0;
  process->events = ::strtoull(events, nullptr, 10);
  process->blobs = ::strtoull(blobs, nullptr, 10);
  return true;
}

long long owner(const std::vector<Process>& processes) {
  for (const Process& process : processes) {
    for (const Process& other : processes) {
      if (other.parent == process.pid) return process.pid;
    }
  }
  return processes.empty() ? 0 : processes[0].pid;
}

}  // namespace

std::string json_string(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') quoted += '\\';
    if (byte < 0x20 || byte >= 0x7F) {
      char escape[8];
      ::snprintf(escape, sizeof escape, "\\u%04x", byte);
      quoted += escape;
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

namespace {

std::string list_text(const std::set<std::string>& items) {
  std::string list;
  for (const std::string& item : items) list += (list.empty() ? "" : ", ") + json_string(item);
  return "[" + list + "]";
}

std::string unreplayable_text(const std::map<std::string, std::set<std::string>>& calls) {
  std::string lines;
  for (const auto& [call, reasons] : calls) {
    lines += (lines.empty() ? "\n" : ",\n") + ("    " + json_string(call)) + ": " + list_text(reasons);
  }
  return "\"unreplayable_apis\": {" + lines + "\n  }";
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
  std::vector<std::string> keys = {
      "\"pid\": " + std::to_string(manifest.pid),
      "\"parent_pid\": " + std::to_string(manifest.parent),
      std::string("\"complete\": ") + truth(manifest.complete),
      "\"event_count\": " + std::to_string(manifest.events),
      "\"blob_count\": " + std::to_string(manifest.blobs),
  };
  if (manifest.version >= 8) keys.push_back(std::string("\"host_snapshots\": ") + truth(manifest.snapshots));
  if (manifest.snapshots) {
    keys.push_back("\"host_snapshot_chunks\": " + std::to_string(manifest.snapshot_chunks));
    keys.push_back("\"host_snapshots_unordered\": " + std::to_string(manifest.snapshots_unordered));
  }
  if (!manifest.unreplayable.empty()) keys.push_back(unreplayable_text(manifest.unreplayable));
  if (!manifest.metadata.empty()) keys.push_back("\"metadata\": " + manifest.metadata);
  if (!manifest.platform.empty()) keys.push_back("\"platform\": " + json_string(manifest.platform));
  if (!manifest.content) keys.push_back("\"content\": \"none\"");
  if (!manifest.lost.empty()) keys.push_back("\"lost\": " + list_text(manifest.lost));
  if (manifest.missed > 0) keys.push_back("\"copies_without_expected_bytes\": " + std::to_string(manifest.missed));
  std::string text = "{\n  ";
  for (size_t i = 0; i < keys.size(); ++i) text += (i ? ",\n  " : "") + keys[i];
  return text + "\n}\n";
}

int write_index(const std::string& root) {
  DIR* folder = ::opendir(root.c_str());
  if (!folder) return errno;
  std::vector<Process> processes;
  while (const dirent* entry = ::readdir(folder)) {
    Process process;
    if (::strncmp(entry->d_name, "pid-", 4) == 0 &&
        read_process(root + "/" + entry->d_name + "/manifest.json", &process)) {
      processes.push_back(process);
    }
  }
  ::closedir(folder);
  std::sort(processes.begin(), processes.end(), [](const Process& a, const Process& b) { return a.pid < b.pid; });
  std::string text =
      "{\n  \"version\": 1,\n  \"capture_mode\": \"in-tree\",\n  \"owner_pid\": " + std::to_string(owner(processes)) +
      ",\n  \"processes\": [";
  for (size_t i = 0; i < processes.size(); ++i) {
    const Process& process = processes[i];
    text += std::string(i ? "," : "") + "\n    { \"pid\": " + std::to_string(process.pid) +
            ", \"parent_pid\": " + std::to_string(process.parent) + ", \"complete\": " + truth(process.complete) +
            ", \"event_count\": " + std::to_string(process.events) +
            ", \"blob_count\": " + std::to_string(process.blobs) + " }";
  }
  text += processes.empty() ? "]\n}\n" : "\n  ]\n}\n";
  return replace_file(root + "/manifest.json", text);
}

}  // namespace hrr
