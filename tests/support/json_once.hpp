// The JSON library, whose templates json_once.cpp compiles for all tests, which saves seconds per test file.
// It is among the precompiled headers; a file includes <nlohmann/json.hpp>, and compiles without this.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#ifndef MERGELAB_JSON_ONCE
#define MERGELAB_JSON_ONCE extern
#endif

MERGELAB_JSON_ONCE template class nlohmann::basic_json<>;
MERGELAB_JSON_ONCE template nlohmann::json nlohmann::json::parse<std::string>(
    std::string&&, nlohmann::json::parser_callback_t, bool, bool);
MERGELAB_JSON_ONCE template nlohmann::json nlohmann::json::parse<std::string&>(
    std::string&, nlohmann::json::parser_callback_t, bool, bool);
MERGELAB_JSON_ONCE template nlohmann::json nlohmann::json::parse<const std::string&>(
    const std::string&, nlohmann::json::parser_callback_t, bool, bool);
